import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { todayQuery } from "@/features/insights/overview/queries";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { changeOf, formatChange, formatCount } from "@/shared/format/numbers";

const NUMBERS = [
  { key: "scans", label: msg`Scans today` },
  { key: "people", label: msg`People today` },
  { key: "views", label: msg`Page views today` },
  { key: "submits", label: msg`Submissions today` },
] as const;

/** Today's numbers compared with yesterday's. Each links to the dashboard. */
export function Today() {
  const today = useQuery(todayQuery);
  if (isUnreadable(today)) {
    return (
      <Card>
        <ErrorState compact error={today.error} onRetry={() => void today.refetch()} />
      </Card>
    );
  }
  return (
    <Box
      component="section"
      aria-label={t`Today`}
      sx={{
        display: "grid",
        gap: { xs: 1.5, md: 2 },
        gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(4, minmax(0, 1fr))" },
      }}
    >
      {NUMBERS.map(({ key, label }) => {
        const now = today.data?.totals[key];
        const before = today.data?.previous?.[key] ?? 0;
        const change = now === undefined ? null : changeOf(now, before);
        return (
          <Card
            key={key}
            component={Link}
            to={`${paths.analytics}?interval=1day`}
            sx={{
              p: 2,
              color: "inherit",
              textDecoration: "none",
              "&:hover": { borderColor: "primary.main" },
              "&:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: 2 },
            }}
          >
            <Typography variant="subtitle2" component="span" color="textSecondary" sx={{ display: "block" }}>
              {t(label)}
            </Typography>
            <Typography
              component="span"
              sx={{ display: "block", my: 0.5, fontSize: "1.75rem", fontWeight: 600, lineHeight: 1.3 }}
            >
              {now === undefined ? <Skeleton width={72} /> : formatCount(now)}
            </Typography>
            <Typography
              variant="body2"
              component="span"
              color="textSecondary"
              // Side by side on a phone, the text takes two lines.
              sx={{ display: "block", minHeight: { xs: "2lh", sm: "1lh" } }}
            >
              {now === undefined ? <Skeleton width={120} /> : beforeText(before, change)}
            </Typography>
          </Card>
        );
      })}
    </Box>
  );
}

function beforeText(before: number, change: number | null): string {
  const count = formatCount(before);
  return change === null
    ? t`${count} by this time yesterday`
    : t`${formatChange(change)}, ${count} by this time yesterday`;
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import type { CodeScope } from "@/features/insights/analytics/dashboard-query";
import { useLiveAnswer } from "@/features/insights/analytics/api/use-live-answer";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

/** The height of the three numbers, also while they load, so that the content below does not move. */
const HEIGHT = { xs: 118, sm: 134 };

/** Three numbers about the last seven days of one code and its children. */
export function CodeSummary({ code }: { code: CodeScope }) {
  const answer = useLiveAnswer({
    interval: "7day",
    filters: { [code.isChild ? "code" : "base_code"]: [code.id] },
    group_by: [],
    include_bots: false,
  });
  if (answer.data === undefined) {
    return answer.isError ? (
      <Card>
        <ErrorState compact error={answer.error} onRetry={() => void answer.refetch()} />
      </Card>
    ) : (
      <Skeleton variant="rounded" sx={{ height: HEIGHT }} />
    );
  }
  const { totals } = answer.data;
  const numbers = [
    { label: t`Scans`, value: totals.scans },
    { label: t`People`, value: totals.people },
    { label: t`New people`, value: totals.new },
  ];
  return (
    <Card>
      <CardActionArea
        component={Link}
        to={paths.codeAnalytics(code.id)}
        sx={{ p: { xs: 2, sm: 3 }, minHeight: HEIGHT }}
      >
        <Typography variant="subtitle2" color="textSecondary" sx={{ mb: 1 }}>
          <Trans>Last 7 days</Trans>
        </Typography>
        <Stack direction="row" spacing={{ xs: 3, sm: 6 }}>
          {numbers.map(({ label, value }) => (
            <Box key={label}>
              <Typography
                sx={{ fontSize: "1.7rem", fontWeight: 600, lineHeight: 1.2, fontVariantNumeric: "tabular-nums" }}
              >
                {formatCount(value)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {label}
              </Typography>
            </Box>
          ))}
        </Stack>
      </CardActionArea>
    </Card>
  );
}

import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { linksQuery } from "@/features/messaging/campaigns/api/campaigns";
import { languageName } from "@/shared/i18n/visitor-languages";

interface LinkCheckProps {
  campaignId: string;
  revision: number;
}

/** Broken links of a saved campaign. Fetched in a separate request, because other people’s sites may be slow. */
export function LinkCheck({ campaignId, revision }: LinkCheckProps) {
  const links = useQuery(linksQuery(campaignId, revision));
  if (links.isPending) {
    return <Typography variant="body2" color="textSecondary">{t`Checking links…`}</Typography>;
  }
  if (links.isError) {
    return <Alert severity="info">{t`The links couldn’t be checked. Open them yourself before you send.`}</Alert>;
  }
  const { items, total } = links.data;
  const dead = items.filter((one) => one.state !== "fine");
  return (
    <Stack spacing={2} component="section" aria-label={t`Links`}>
      {dead.map((one) => (
        <Alert key={one.url} severity="warning" sx={{ overflowWrap: "anywhere" }}>
          {one.state === "private"
            ? t`This link only works inside a private network: ${one.url}`
            : t`This link is broken: ${one.url}`}{" "}
          <Typography variant="caption" component="span" color="textSecondary">
            {[
              one.state === "private" ? "" : one.reason,
              one.has_sample ? t`Checked with sample values.` : "",
              t`Version ${one.variant.toUpperCase()}, ${languageName(one.language)}`,
            ]
              .filter(Boolean)
              .join(" ")}
          </Typography>
        </Alert>
      ))}
      {items.length > 0 && dead.length === 0 ? (
        <Alert severity="success">{plural(items.length, { one: "The link works.", other: "All # links work." })}</Alert>
      ) : null}
      {total > items.length ? (
        <Alert severity="info">{t`Only the first ${items.length} of ${total} links were checked.`}</Alert>
      ) : null}
    </Stack>
  );
}

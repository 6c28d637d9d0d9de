import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

/** Shows that the scans of the codes could not be fetched. The list itself is still there. */
export function ActivityNotice({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Stack direction="row" role="status" sx={{ alignItems: "center", gap: 1, minWidth: 0 }}>
      <Typography variant="body2" color="textSecondary">
        <Trans>Scan counts couldn’t be loaded.</Trans>
      </Typography>
      <Button size="small" disabled={isTrying} onClick={onRetry} sx={{ flexShrink: 0 }}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  );
}

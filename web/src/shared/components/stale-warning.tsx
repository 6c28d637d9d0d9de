import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import { isUnreadable, type Reading } from "@/shared/api/unreadable";

/** Warns that older data is shown because a refetch failed. */
export function StaleWarning({ reading }: { reading: Reading }) {
  if (!reading.isError || isUnreadable(reading)) {
    return null;
  }
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <Trans>This couldn’t be refreshed. Showing the latest data.</Trans>
    </Alert>
  );
}

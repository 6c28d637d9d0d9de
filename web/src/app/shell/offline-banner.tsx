import { Trans } from "@lingui/react/macro";
import CloudOffOutlinedIcon from "@mui/icons-material/CloudOffOutlined";
import Alert from "@mui/material/Alert";
import { useOnline } from "@/shared/api/use-online";

/** Explains why nothing loads while the device is offline. */
export function OfflineBanner() {
  if (useOnline()) {
    return null;
  }
  return (
    <Alert severity="warning" role="status" icon={<CloudOffOutlinedIcon fontSize="inherit" />} sx={{ borderRadius: 0 }}>
      <Trans>You are offline. Data may be out of date, and most changes can’t be saved until you reconnect.</Trans>
    </Alert>
  );
}

import CloudOffOutlinedIcon from "@mui/icons-material/CloudOffOutlined";
import Alert from "@mui/material/Alert";
import { useOnline } from "@/shared/api/use-online";

/** Says why nothing moves while the device has no connection. */
export function OfflineNote() {
  if (useOnline()) {
    return null;
  }
  return (
    <Alert severity="warning" role="status" icon={<CloudOffOutlinedIcon fontSize="inherit" />} sx={{ borderRadius: 0 }}>
      You are offline. What you see may be old, and nothing can be saved until the connection is back.
    </Alert>
  );
}

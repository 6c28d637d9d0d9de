import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { Vendor } from "@/shared/integrations/integrations";

interface NotReadyDialogProps {
  vendor: Vendor;
  onClose: () => void;
}

/** Shows which settings the operator of this installation is missing before a vendor can be connected. */
export function NotReadyDialog({ vendor, onClose }: NotReadyDialogProps) {
  const titleId = useId();
  const { title, missing_settings } = vendor;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {t`${title} is not set up yet`}
      </DialogTitle>
      <DialogContent tabIndex={0} role="region" aria-labelledby={titleId}>
        <Stack spacing={2}>
          <Typography>
            {t`The operator of this installation has to register an app at ${title} first, and set:`}
          </Typography>
          <Stack component="ul" sx={{ m: 0, pl: 3 }}>
            {missing_settings.map((it) => (
              <Typography key={it} component="li" sx={{ overflowWrap: "anywhere" }}>
                <code>{it}</code>
              </Typography>
            ))}
          </Stack>
          <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {t`Redirect URL of the app: ${window.location.origin}/admin/integrations/callback`}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

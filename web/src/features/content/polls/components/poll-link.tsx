import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import QrCodeIcon from "@mui/icons-material/QrCode2";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { linkPictureQuery } from "@/features/content/polls/api/polls";
import { CopyIconButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";
import { useAppConfig } from "@/shared/config/app-config-context";

/** The address where people vote, and a QR code of it. */
export function PollLink({ path, question }: { path: string; question: string }) {
  const { base_url } = useAppConfig();
  const [isShown, setShown] = useState(false);
  const address = `${base_url}${path}`;
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, alignItems: "center", flexWrap: "wrap" }}>
      <MuiLink href={path} target="_blank" rel="noopener" variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {address.replace(/^https?:\/\//, "")}
      </MuiLink>
      <CopyIconButton text={address} label={t`Copy poll link`} />
      <Button size="small" startIcon={<QrCodeIcon />} onClick={() => setShown(true)}>
        <Trans>QR code</Trans>
      </Button>
      {isShown ? <PictureDialog address={address} question={question} onClose={() => setShown(false)} /> : null}
    </Stack>
  );
}

function PictureDialog({ address, question, onClose }: { address: string; question: string; onClose: () => void }) {
  const id = useId();
  const picture = useQuery(linkPictureQuery(address));
  const source = picture.data ? `data:${picture.data.media_type};base64,${picture.data.data}` : undefined;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: "anywhere" }}>
        {question}
      </DialogTitle>
      <DialogContent>
        {picture.isError ? (
          <ErrorState compact error={picture.error} onRetry={() => void picture.refetch()} />
        ) : source === undefined ? (
          <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "1" }} />
        ) : (
          <Box
            component="img"
            src={source}
            alt={t`QR code for the poll`}
            sx={{ width: "100%", borderRadius: 1.5, bgcolor: "common.white" }}
          />
        )}
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1, overflowWrap: "anywhere" }}>
          {address}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="contained" component="a" href={source} download="poll.svg" disabled={source === undefined}>
          <Trans>Download SVG</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

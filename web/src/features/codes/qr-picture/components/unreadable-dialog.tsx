import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { pictureQuery } from "@/features/codes/qr-picture/api/render-picture";
import { RenderedPicture } from "@/features/codes/qr-picture/components/picture-preview";
import { findingsProps, Note, Warnings } from "@/features/codes/qr-picture/components/warnings";
import type { DesignProps } from "@/features/codes/qr-picture/types";
import { messageOf } from "@/shared/api/errors";

interface UnreadableDialogProps extends DesignProps {
  content: string;
  isSaving: boolean;
  /** With true, the design is saved unchanged. */
  onSave: (asIs: boolean) => void;
  onClose: () => void;
}

/** Explains why no scanner can read a design, offers fixes, and allows saving it all the same. */
export function UnreadableDialog({ design, onChange, content, isSaving, onSave, onClose }: UnreadableDialogProps) {
  const id = useId();
  const findings = useRef<HTMLDivElement>(null);
  const picture = useQuery(pictureQuery(content, design));
  const isMended = picture.data?.decodes === true && !picture.isPlaceholderData;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{isMended ? t`The code is readable now` : t`This code can’t be scanned`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2} aria-live="polite">
          <Typography color="textSecondary">
            {isMended
              ? t`Save the fixed design, or go back and change it further.`
              : t`The design was not saved. Fix the problems below, or save it anyway.`}
          </Typography>
          <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "flex-start" } }}>
            {picture.data ? (
              <Stack sx={{ width: { xs: 160, sm: 180 }, flexShrink: 0, alignSelf: { xs: "center", sm: "flex-start" } }}>
                <RenderedPicture
                  data={picture.data.data}
                  mediaType={picture.data.media_type}
                  isTransparent={design.transparent}
                />
              </Stack>
            ) : (
              <Skeleton variant="rounded" width={180} height={180} />
            )}
            <Stack ref={findings} {...findingsProps()} spacing={1.5} sx={{ minWidth: 0, flex: 1, outline: "none" }}>
              {picture.isError ? (
                <Note text={messageOf(picture.error)} />
              ) : picture.data ? (
                <Warnings check={picture.data} design={design} onChange={onChange} place={findings} />
              ) : null}
            </Stack>
          </Stack>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap" }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Back to design</Trans>
        </Button>
        {isMended ? (
          <Button variant="contained" loading={isSaving} onClick={() => onSave(false)}>
            <Trans>Save fixed design</Trans>
          </Button>
        ) : (
          <Button color="warning" variant="outlined" loading={isSaving} onClick={() => onSave(true)}>
            <Trans>Save anyway</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

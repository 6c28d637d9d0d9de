import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type PassTemplate, useRestoreTemplate, versionsQuery } from "@/features/wallet/designer/api/templates";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

interface VersionsDialogProps {
  template: PassTemplate;
  isChanged: boolean;
  onClose: () => void;
  /** Restarts the editor with the restored version. */
  onRestored: () => Promise<void>;
}

/** Lists the published versions and restores one, either as a draft or for all holders at once. */
export function VersionsDialog({ template, isChanged, onClose, onRestored }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(template.template_id));
  const restore = useRestoreTemplate();
  const toasts = useToasts();
  const zone = useOrganizationData().data?.time_zone;
  const back = (version: number, publish: boolean) =>
    handleResult(restore.mutateAsync({ template_id: template.template_id, version, publish }).then(onRestored), {
      onSuccess: () =>
        toasts.success(publish ? t`Rolled back to version ${version}.` : t`Version ${version} is now the draft.`),
      onError: toasts.error,
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby="versions-title" maxWidth="sm" fullWidth>
      <DialogTitle id="versions-title">
        <Trans>Versions</Trans>
      </DialogTitle>
      <DialogContent>
        {isChanged ? (
          <Alert severity="warning" sx={{ mb: 2 }}>
            <Trans>Your unsaved changes are lost if you go back to a version.</Trans>
          </Alert>
        ) : null}
        {versions.isPending ? (
          <Skeleton variant="rounded" height={160} />
        ) : versions.isError ? (
          <ErrorState compact error={versions.error} onRetry={() => void versions.refetch()} />
        ) : (
          <Stack component="ul" sx={{ gap: 1.5, m: 0, p: 0, listStyle: "none" }}>
            {versions.data.items.map((it) => (
              <Stack
                key={it.version}
                component="li"
                direction="row"
                useFlexGap
                sx={{
                  gap: 1,
                  alignItems: "center",
                  flexWrap: "wrap",
                  borderBottom: 1,
                  borderColor: "divider",
                  pb: 1.5,
                }}
              >
                <Box
                  aria-hidden
                  sx={{
                    width: 28,
                    height: 36,
                    borderRadius: 1,
                    flexShrink: 0,
                    bgcolor: it.content.background ?? "#ffffff",
                  }}
                />
                <Box sx={{ flex: "1 1 10rem", minWidth: 0 }}>
                  <Typography variant="subtitle2">{t`Version ${it.version}`}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {formatDateTime(it.published_at, zone)}
                  </Typography>
                </Box>
                {it.is_published ? <Chip size="small" color="success" label={t`Published`} /> : null}
                <Button
                  size="small"
                  disabled={restore.isPending}
                  aria-label={t`Edit version ${it.version}`}
                  onClick={() => back(it.version, false)}
                >
                  <Trans>Edit</Trans>
                </Button>
                {it.is_published ? null : (
                  <Button
                    size="small"
                    variant="outlined"
                    disabled={restore.isPending}
                    aria-label={t`Roll back to version ${it.version}`}
                    onClick={() => back(it.version, true)}
                  >
                    <Trans>Roll back</Trans>
                  </Button>
                )}
              </Stack>
            ))}
          </Stack>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

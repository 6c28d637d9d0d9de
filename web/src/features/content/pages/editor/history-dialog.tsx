import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import { useMutation, useQuery } from "@tanstack/react-query";
import { pageHistoryQuery, updatePage } from "@/features/content/pages/api/pages";
import type { PageRead } from "@/features/content/pages/types";
import { formatDateTime } from "@/shared/format/dates";
import { useToasts } from "@/shared/components/toasts";
import { ErrorState } from "@/shared/components/state-views";
import { useOrganizationData } from "@/shared/organization/organization";

interface HistoryDialogProps {
  page: PageRead;
  /** Whether the latest changes are saved, and thus in the history. */
  isSaved: boolean;
  onClose: () => void;
  /** Remounts the editor. The message is shown afterwards, because everything open closes with it. */
  onRestored: () => Promise<void>;
}

/** The earlier versions of the page, which can be restored. */
export function HistoryDialog({ page, isSaved, onClose, onRestored }: HistoryDialogProps) {
  const history = useQuery(pageHistoryQuery(page.page_id));
  const zone = useOrganizationData().data?.time_zone;
  const toasts = useToasts();
  const restoration = useMutation({
    mutationFn: (version: number) => updatePage({ page_id: page.page_id, action: "restore", version }),
    onSuccess: async () => {
      await onRestored();
      onClose();
      toasts.success(t`Restored as draft.`);
    },
    onError: toasts.error,
  });
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth>
      <DialogTitle>
        <Trans>History</Trans>
      </DialogTitle>
      <DialogContent>
        {isSaved ? null : (
          <Alert severity="warning" sx={{ mb: 1 }}>
            <Trans>Your latest changes couldn’t be saved. They are lost if you restore a version.</Trans>
          </Alert>
        )}
        {history.isPending ? <Skeleton variant="rounded" height={200} /> : null}
        {history.isError ? <ErrorState error={history.error} onRetry={() => void history.refetch()} compact /> : null}
        {history.data ? (
          <List dense>
            {history.data.items.map((version) => (
              <ListItem
                key={version.version}
                divider
                secondaryAction={
                  version.is_draft ? (
                    <Chip size="small" label={t`Now`} />
                  ) : (
                    <Button
                      size="small"
                      disabled={restoration.isPending}
                      onClick={() => restoration.mutate(version.version)}
                      aria-label={t`Restore version ${version.version}`}
                    >
                      <Trans>Restore</Trans>
                    </Button>
                  )
                }
              >
                <ListItemText
                  primary={version.is_published ? t`Version ${version.version}, live` : t`Version ${version.version}`}
                  secondary={formatDateTime(version.created_at, zone)}
                />
              </ListItem>
            ))}
          </List>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

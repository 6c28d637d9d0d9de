import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Campaign, editsQuery } from "@/features/messaging/campaigns/api/campaigns";
import { useAudienceNames } from "@/features/messaging/campaigns/components/use-audience-names";
import { editLines } from "@/features/messaging/campaigns/edit-lines";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { memberNamesQuery } from "@/shared/organization/member-names";
import { useOrganizationData } from "@/shared/organization/organization";

const PAGE_SIZE = 10;

/** The edit history of a campaign, newest first. */
export function EditHistory({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const titleId = useId();
  const zone = useOrganizationData().data?.time_zone;
  const audiences = useAudienceNames();
  const names = useQuery(memberNamesQuery).data ?? {};
  const [page, setPage] = useState(1);
  const edits = useQuery(editsQuery(campaign.campaign_id, campaign.revision, page, PAGE_SIZE));
  const pages = Math.ceil((edits.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Edit history</Trans>
      </DialogTitle>
      <DialogContent>
        <StaleWarning reading={edits} />
        {isUnreadable(edits) ? (
          <ErrorState compact error={edits.error} onRetry={() => void edits.refetch()} />
        ) : edits.isPending ? (
          <Skeleton variant="rounded" height={160} aria-busy="true" />
        ) : (
          <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {edits.data.items.map((edit, at) => {
              // The state after a change is the state before the next one, or for the newest change, the current state.
              const next = at === 0 ? null : (edits.data.items[at - 1]?.before ?? null);
              const after = next ?? (page === 1 ? campaign : null);
              return (
                <Box component="li" key={edit.revision} sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
                  <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
                    {edit.edited_by === null ? t`Somebody` : (names[edit.edited_by] ?? t`An API key`)}
                  </Typography>
                  <Typography variant="caption" color="textSecondary" component="p">
                    {formatDateTime(edit.edited_at, zone)}
                  </Typography>
                  <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                    {editLines(edit, after, audiences, zone).map((line) => (
                      <Typography key={line} component="li" variant="body2" sx={{ overflowWrap: "anywhere" }}>
                        {line}
                      </Typography>
                    ))}
                  </Box>
                </Box>
              );
            })}
          </Box>
        )}
        {pages > 1 ? (
          <Pagination size="small" count={pages} page={page} onChange={(_, next) => setPage(next)} sx={{ mt: 1 }} />
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { type Segment, SEGMENTS } from "@/shared/segments/segments";
import { formatCount } from "@/shared/format/numbers";

interface AddToListDialogProps {
  customerIds: readonly string[];
  lists: readonly Segment[];
  /** Called with the number of customers added and the name of the list, or with null if nobody was added. */
  onDone: (added: { count: number; list: string } | null) => void;
}

/** Adds customers to one of the lists. */
export function AddToListDialog({ customerIds, lists, onDone }: AddToListDialogProps) {
  const [listId, setListId] = useState(lists[0]?.segment_id ?? "");
  const cache = useQueryClient();
  const adding = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST("/v1/change-segment-members", {
          body: { segment_id: listId, add: [...customerIds], remove: [] },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: SEGMENTS }),
  });
  const add = () =>
    handleResult(adding.mutateAsync(), {
      onSuccess: ({ added }) =>
        onDone({ count: added, list: lists.find((one) => one.segment_id === listId)?.name ?? "" }),
      onError: () => undefined,
    });
  return (
    <Dialog open onClose={() => onDone(null)} aria-labelledby="add-to-list" maxWidth="xs" fullWidth>
      <DialogTitle id="add-to-list">
        <Trans>Add to a list</Trans>
      </DialogTitle>
      <DialogContent>
        <TextField
          select
          fullWidth
          label={t`List`}
          value={listId}
          onChange={({ target }) => setListId(target.value)}
          error={adding.isError}
          helperText={adding.isError ? messageOf(adding.error) : undefined}
          sx={{ mt: 1 }}
        >
          {lists.map((one) => (
            <MenuItem key={one.segment_id} value={one.segment_id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onDone(null)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="contained" onClick={add} disabled={adding.isPending || listId === ""}>
          {t`Add ${formatCount(customerIds.length)}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

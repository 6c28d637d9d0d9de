import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CheckIcon from "@mui/icons-material/Check";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LabelOutlinedIcon from "@mui/icons-material/LabelOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import { tagsQuery, useRenameTag } from "@/features/codes/codes/api/bulk-change";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

/** Opens the list of all tags. */
export function ManageTagsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip title={t`Manage tags`}>
        <IconButton aria-label={t`Manage tags`} onClick={() => setOpen(true)}>
          <LabelOutlinedIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open ? <ManageTags onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ManageTags({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const tags = useQuery(tagsQuery);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Tags</Trans>
      </DialogTitle>
      <DialogContent dividers>
        {tags.isPending ? <Skeleton variant="rounded" height={120} /> : null}
        {tags.isError ? <ErrorState compact error={tags.error} onRetry={() => void tags.refetch()} /> : null}
        {tags.data?.length === 0 ? (
          <EmptyState
            compact
            icon={<LabelOutlinedIcon />}
            title={t`No tags yet`}
            text={t`Select codes in the list and add tags.`}
          />
        ) : null}
        <Box component="ul" aria-label={t`All tags`} sx={{ listStyle: "none", p: 0, m: 0 }}>
          {tags.data?.map((one) => (
            <TagRow key={one.tag} tag={one.tag} codes={one.codes} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 2 }}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function TagRow({ tag, codes }: { tag: string; codes: number }) {
  const [name, setName] = useState<string | null>(null);
  const renaming = useRenameTag();
  const toasts = useToasts();
  // The row of the old name unmounts before `mutate` would call its callbacks, but a promise still resolves.
  const change = (to: string | null) =>
    void renaming
      .mutateAsync({ tag, to })
      .then(() =>
        toasts.success(to === null ? t`“${tag}” was removed from all codes` : t`“${tag}” was renamed to “${to}”`),
      )
      .catch(toasts.error);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const to = (name ?? "").trim();
    setName(null);
    if (to !== "" && to !== tag) {
      change(to);
    }
  };
  return (
    <Box component="li" sx={{ py: 0.25 }}>
      <Box component="form" onSubmit={save} sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        {name === null ? (
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
            {tag}{" "}
            <Typography component="span" variant="caption" color="textSecondary">
              {plural(codes, { one: "# code", other: "# codes" })}
            </Typography>
          </Typography>
        ) : (
          <TextField
            size="small"
            autoFocus
            fullWidth
            label={t`New name for ${tag}`}
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 40 } }}
            sx={{ my: 0.5 }}
          />
        )}
        {name === null ? (
          // The keys keep the two buttons separate: a button that turned into a submit button during a click would
          // submit at once.
          <IconButton
            key="rename"
            size="small"
            aria-label={t`Rename ${tag}`}
            disabled={renaming.isPending}
            onClick={() => setName(tag)}
          >
            <EditOutlinedIcon fontSize="small" />
          </IconButton>
        ) : (
          <IconButton key="save" size="small" type="submit" aria-label={t`Save name`}>
            <CheckIcon fontSize="small" />
          </IconButton>
        )}
        <IconButton
          size="small"
          aria-label={t`Remove ${tag}`}
          disabled={renaming.isPending}
          onClick={() => change(null)}
        >
          <DeleteOutlinedIcon fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}

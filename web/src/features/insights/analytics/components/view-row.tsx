import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import UpdateIcon from "@mui/icons-material/SaveOutlined";
import StarIcon from "@mui/icons-material/Star";
import StarBorderIcon from "@mui/icons-material/StarBorderOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { type SyntheticEvent, useState } from "react";
import { type SavedView, useViewChanges } from "@/features/insights/analytics/api/views";
import { searchFromUrl } from "@/features/insights/analytics/use-analytics-view";
import { messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface ViewRowProps {
  view: SavedView;
  isCurrent: boolean;
  isFirst: boolean;
  mayChange: boolean;
  onChoose: (view: SavedView) => void;
}

/** A saved view: select it, make it the default, rename, update or delete it. */
export function ViewRow({ view, isCurrent, isFirst, mayChange, onChoose }: ViewRowProps) {
  const changes = useViewChanges();
  const toasts = useToasts();
  const [isNaming, setNaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const act = async (change: Promise<unknown>, words: string) => {
    try {
      await change;
      toasts.success(words);
    } catch (error) {
      toasts.error(error);
    }
  };
  const remove = () => act(changes.remove.mutateAsync(view.view_id), t`“${view.name}” deleted.`);
  if (isNaming) {
    return <Naming view={view} onDone={() => setNaming(false)} />;
  }
  return (
    <ListItem disablePadding>
      <ListItemButton
        autoFocus={isFirst}
        selected={isCurrent}
        aria-current={isCurrent}
        onClick={() => onChoose(view)}
        sx={{ borderRadius: 1.5, minWidth: 0 }}
      >
        <ListItemText
          primary={view.name}
          secondary={view.is_shared ? t`Whole organisation` : t`Only you`}
          title={view.name}
          slotProps={{ primary: { noWrap: true } }}
        />
      </ListItemButton>
      <Tooltip title={view.is_default ? t`Default view. Click to unset` : t`Set as default view`}>
        <IconButton
          size="small"
          aria-label={t`Set “${view.name}” as default`}
          aria-pressed={view.is_default}
          onClick={() =>
            void act(
              changes.setDefault.mutateAsync(view.is_default ? null : view.view_id),
              view.is_default ? t`Default view removed.` : t`“${view.name}” is now the default view.`,
            )
          }
        >
          {view.is_default ? <StarIcon fontSize="small" color="primary" /> : <StarBorderIcon fontSize="small" />}
        </IconButton>
      </Tooltip>
      {mayChange ? (
        <>
          <Tooltip title={t`Rename`}>
            <IconButton size="small" aria-label={t`Rename view “${view.name}”`} onClick={() => setNaming(true)}>
              <EditOutlinedIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Tooltip title={t`Update with current filters`}>
            <IconButton
              size="small"
              aria-label={t`Update “${view.name}” with current filters`}
              disabled={isCurrent}
              onClick={() =>
                void act(
                  changes.save.mutateAsync({ ...fieldsOf(view), search: searchFromUrl() }),
                  t`“${view.name}” updated.`,
                )
              }
            >
              <UpdateIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Tooltip title={t`Delete`}>
            <IconButton
              size="small"
              aria-label={t`Delete view “${view.name}”`}
              onClick={() => (view.is_shared ? setRemoving(true) : void remove())}
            >
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <ConfirmDialog
            open={isRemoving}
            title={t`Delete “${view.name}”?`}
            confirmLabel={t`Delete for everyone`}
            busy={changes.remove.isPending}
            onConfirm={() => void remove().then(() => setRemoving(false))}
            onCancel={() => setRemoving(false)}
          >
            <Trans>Everyone in the organisation uses this view. It will be deleted for all of them.</Trans>
          </ConfirmDialog>
        </>
      ) : null}
    </ListItem>
  );
}

function fieldsOf({ view_id, name, is_shared }: SavedView) {
  return { view_id, name, is_shared };
}

/** Renames a view without changing its content. */
function Naming({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { save } = useViewChanges();
  const toasts = useToasts();
  const [name, setName] = useState(view.name);
  const newName = name.trim();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (newName === "" || newName === view.name) {
      onDone();
      return;
    }
    try {
      await save.mutateAsync({ ...fieldsOf(view), search: view.search, name: newName });
      toasts.success(t`“${view.name}” was renamed to “${newName}”.`);
      onDone();
    } catch {
      // Shown below the field.
    }
  };
  return (
    <ListItem sx={{ py: 1 }}>
      <Stack
        component="form"
        direction="row"
        spacing={1}
        sx={{ flexGrow: 1, alignItems: "flex-start" }}
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          size="small"
          label={t`View name`}
          value={name}
          autoFocus
          error={save.isError}
          helperText={save.isError ? messageOf(save.error) : undefined}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => (event.target as HTMLInputElement).select()}
          onKeyDown={(event) => {
            // Cancels the new name without closing the whole list.
            if (event.key === "Escape") {
              event.stopPropagation();
              onDone();
            }
          }}
          slotProps={{ htmlInput: { maxLength: 80 } }}
          sx={{ flexGrow: 1 }}
        />
        <Button type="submit" variant="contained" disabled={newName === "" || save.isPending} sx={{ flexShrink: 0 }}>
          <Trans>Rename</Trans>
        </Button>
      </Stack>
    </ListItem>
  );
}

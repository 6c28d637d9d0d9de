import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useCreateFolder, useRemoveFolder, useUpdateFolder } from "@/features/codes/folders/api/change-folders";
import { NameDialog } from "@/features/codes/folders/components/name-dialog";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import type { Folder } from "@/shared/folders/folders";
import { MoveDialog } from "@/shared/folders/move-dialog";

type Asking = "create" | "rename" | "move" | "remove" | null;

/** The actions for a folder. */
export function FolderMenu({ folder, onRemoved }: { folder: Folder; onRemoved?: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const toasts = useToasts();
  const creation = useCreateFolder();
  const update = useUpdateFolder();
  const removal = useRemoveFolder();
  const ask = (what: Asking) => {
    setAnchor(null);
    creation.reset();
    update.reset();
    setAsking(what);
  };
  const done = (text: string) => {
    setAsking(null);
    toasts.success(text);
  };
  const folderId = folder.folder_id;
  return (
    <>
      <IconButton
        size="small"
        aria-label={t`Actions for folder ${folder.name}`}
        onClick={(click) => setAnchor(click.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => ask("create")}>
          <Trans>New folder inside</Trans>
        </MenuItem>
        <MenuItem onClick={() => ask("rename")}>
          <Trans>Rename</Trans>
        </MenuItem>
        <MenuItem onClick={() => ask("move")}>
          <Trans>Move to…</Trans>
        </MenuItem>
        <MenuItem onClick={() => ask("remove")} sx={{ color: "error.main" }}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
      {asking === "create" ? (
        <NameDialog
          title={t`New folder in “${folder.name}”`}
          label={t`Create`}
          busy={creation.isPending}
          error={creation.error}
          onSave={(name) =>
            handleResult(creation.mutateAsync({ name, parent_id: folderId }), {
              onSuccess: () => done(t`Folder “${name}” created`),
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "rename" ? (
        <NameDialog
          title={t`Rename folder`}
          label={t`Rename`}
          name={folder.name}
          busy={update.isPending}
          error={update.error}
          onSave={(name) =>
            handleResult(update.mutateAsync({ folder_id: folderId, name }), {
              onSuccess: () => done(t`Folder renamed to “${name}”`),
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "move" ? (
        <MoveDialog
          title={t`Move “${folder.name}” to…`}
          topLabel={t`Top level`}
          current={folder.parent_id}
          without={folderId}
          busy={update.isPending}
          onMove={(parent) =>
            handleResult(update.mutateAsync({ folder_id: folderId, parent_id: parent }), {
              onSuccess: () => done(t`Folder “${folder.name}” moved`),
              onError: toasts.error,
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      <ConfirmDialog
        open={asking === "remove"}
        title={t`Delete this folder?`}
        confirmLabel={t`Delete`}
        busy={removal.isPending}
        onConfirm={() =>
          handleResult(removal.mutateAsync(folderId), {
            onSuccess: () => {
              done(t`Folder “${folder.name}” deleted`);
              onRemoved?.();
            },
            onError: toasts.error,
          })
        }
        onCancel={() => setAsking(null)}
      >
        <Trans>“{folder.name}” will be deleted. Its codes and subfolders move up one level.</Trans>
      </ConfirmDialog>
    </>
  );
}

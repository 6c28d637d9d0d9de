import MoreVertIcon from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useCreateFolder, useRemoveFolder, useUpdateFolder } from "@/features/codes/folders/api/change-folders";
import { NameDialog } from "@/features/codes/folders/components/name-dialog";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import type { Folder } from "@/shared/folders/folders";
import { MoveDialog } from "@/shared/folders/move-dialog";

type Asking = "create" | "rename" | "move" | "remove" | null;

/** What can be done with a folder. */
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
        aria-label={`More about folder ${folder.name}`}
        onClick={(click) => setAnchor(click.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => ask("create")}>New folder inside</MenuItem>
        <MenuItem onClick={() => ask("rename")}>Rename</MenuItem>
        <MenuItem onClick={() => ask("move")}>Move to…</MenuItem>
        <MenuItem onClick={() => ask("remove")} sx={{ color: "error.main" }}>
          Remove
        </MenuItem>
      </Menu>
      {asking === "create" ? (
        <NameDialog
          title={`New folder in “${folder.name}”`}
          label="Create"
          busy={creation.isPending}
          error={creation.error}
          onSave={(name) =>
            settle(creation.mutateAsync({ name, parent_id: folderId }), {
              onSuccess: () => done(`“${name}” was made`),
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "rename" ? (
        <NameDialog
          title="Rename the folder"
          label="Rename"
          name={folder.name}
          busy={update.isPending}
          error={update.error}
          onSave={(name) =>
            settle(update.mutateAsync({ folder_id: folderId, name }), {
              onSuccess: () => done(`It is called “${name}” now`),
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "move" ? (
        <MoveDialog
          title={`Move “${folder.name}” to…`}
          topLabel="The top"
          current={folder.parent_id}
          without={folderId}
          busy={update.isPending}
          onMove={(parent) =>
            settle(update.mutateAsync({ folder_id: folderId, parent_id: parent }), {
              onSuccess: () => done(`“${folder.name}” was moved`),
              onError: toasts.error,
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      <ConfirmDialog
        open={asking === "remove"}
        title="Remove this folder?"
        confirmLabel="Remove"
        busy={removal.isPending}
        onConfirm={() =>
          settle(removal.mutateAsync(folderId), {
            onSuccess: () => {
              done(`“${folder.name}” was removed`);
              onRemoved?.();
            },
            onError: toasts.error,
          })
        }
        onCancel={() => setAsking(null)}
      >
        “{folder.name}” goes away. Its codes and folders stay and move up to where it was.
      </ConfirmDialog>
    </>
  );
}

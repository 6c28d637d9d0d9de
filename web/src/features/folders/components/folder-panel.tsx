import QrCode2Icon from "@mui/icons-material/QrCode2";
import Box from "@mui/material/Box";
import ListItemButton from "@mui/material/ListItemButton";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { useMoveFolder } from "@/features/folders/use-move-folder";
import { settle } from "@/shared/api/settle";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { aimedLine, useDropPlace } from "@/shared/folders/dragging";
import { FolderTree } from "@/shared/folders/folder-tree";
import { type FolderNode, foldersQuery, treeOf, useMoveCodes } from "@/shared/folders/folders";

/** The folders beside the list of codes: they narrow the list and take in what is dropped on them. */
export function FolderPanel({ mayEdit }: { mayEdit: boolean }) {
  const [search] = useSearchParams();
  const folders = useQuery(foldersQuery);
  const move = useMoveCodes();
  const toasts = useToasts();
  const moveFolder = useMoveFolder();
  const top = useDropPlace({ onFolder: mayEdit ? (folderId) => moveFolder(folderId, null) : undefined });
  const current = search.get("folder");
  const hrefOf = (folderId: string | null) => {
    const next = new URLSearchParams(search);
    next.delete("page");
    if (folderId === null) {
      next.delete("folder");
    } else {
      next.set("folder", folderId);
    }
    return `?${next.toString()}`;
  };
  const drop = (folder: FolderNode, codeIds: string[]) =>
    settle(move.mutateAsync({ codeIds, folderId: folder.folder_id }), {
      onSuccess: () =>
        toasts.success(`${codeIds.length === 1 ? "1 code is" : `${codeIds.length} codes are`} in “${folder.name}” now`),
      onError: toasts.error,
    });
  return (
    <Box component="nav" aria-label="Folders">
      <ListItemButton
        component={Link}
        to={hrefOf(null)}
        selected={current === null}
        aria-current={current === null ? "page" : undefined}
        {...top.handlers}
        sx={{ borderRadius: 1.5, gap: 1, py: 0.5, mb: 0.5, ...aimedLine(top.aimed) }}
      >
        <QrCode2Icon fontSize="small" color="action" />
        <Typography variant="body2">All codes</Typography>
      </ListItemButton>
      {folders.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {folders.isError ? <ErrorState compact error={folders.error} onRetry={() => void folders.refetch()} /> : null}
      {folders.data?.length === 0 ? (
        <Typography variant="caption" color="textSecondary" sx={{ px: 2 }}>
          No folders yet
        </Typography>
      ) : null}
      <Box sx={{ maxHeight: "60vh", overflow: "auto" }}>
        <FolderTree
          nodes={treeOf(folders.data ?? [])}
          current={current}
          hrefOf={hrefOf}
          onDropCodes={mayEdit ? drop : undefined}
          onDropFolder={mayEdit ? (folder, folderId) => moveFolder(folderId, folder.folder_id) : undefined}
        />
      </Box>
    </Box>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import Box from "@mui/material/Box";
import ListItemButton from "@mui/material/ListItemButton";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { useMoveToFolder } from "@/features/codes/folders/use-move-to-folder";
import { useMoveFolder } from "@/features/codes/folders/use-move-folder";
import { ErrorState } from "@/shared/components/state-views";
import { dropOutline, useDropTarget } from "@/shared/folders/dragging";
import { FolderTree } from "@/shared/folders/folder-tree";
import { foldersQuery, treeOf } from "@/shared/folders/folders";

/** The folders next to the list of codes. They filter the list and are drop targets. */
export function FolderPanel({ mayEdit }: { mayEdit: boolean }) {
  const [search] = useSearchParams();
  const folders = useQuery(foldersQuery);
  const fileCodes = useMoveToFolder();
  const moveFolder = useMoveFolder();
  const top = useDropTarget(
    mayEdit
      ? { onCodes: (codeIds) => fileCodes(codeIds, null), onFolder: (folderId) => moveFolder(folderId, null) }
      : {},
  );
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
  return (
    <Box component="nav" aria-label={t`Folders`}>
      <ListItemButton
        component={Link}
        to={hrefOf(null)}
        selected={current === null}
        aria-current={current === null ? "page" : undefined}
        {...top.handlers}
        sx={{ borderRadius: 1.5, gap: 1, py: 0.5, mb: 0.5, ...dropOutline(top.isOver) }}
      >
        <QrCode2Icon fontSize="small" color="action" />
        <Typography variant="body2">
          <Trans>All codes</Trans>
        </Typography>
      </ListItemButton>
      {folders.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {folders.isError ? <ErrorState compact error={folders.error} onRetry={() => void folders.refetch()} /> : null}
      {folders.data?.length === 0 ? (
        <Typography variant="caption" color="textSecondary" sx={{ px: 2 }}>
          <Trans>No folders yet</Trans>
        </Typography>
      ) : null}
      <Box sx={{ maxHeight: "60vh", overflow: "auto" }}>
        <FolderTree
          nodes={treeOf(folders.data ?? [])}
          current={current}
          hrefOf={hrefOf}
          onDropCodes={mayEdit ? (folder, codeIds) => fileCodes(codeIds, folder.folder_id) : undefined}
          onDropFolder={mayEdit ? (folder, folderId) => moveFolder(folderId, folder.folder_id) : undefined}
        />
      </Box>
    </Box>
  );
}

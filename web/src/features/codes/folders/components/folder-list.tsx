import { plural, t } from "@lingui/core/macro";
import FolderOutlinedIcon from "@mui/icons-material/FolderOutlined";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import ListItemButton from "@mui/material/ListItemButton";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { FolderMenu } from "@/features/codes/folders/components/folder-menu";
import { NewFolderButton } from "@/features/codes/folders/components/new-folder-button";
import { useMoveToFolder } from "@/features/codes/folders/use-move-to-folder";
import { useMoveFolder } from "@/features/codes/folders/use-move-folder";
import { isUnreadable } from "@/shared/api/unreadable";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { dropOutline, dragFolder, useDropTarget } from "@/shared/folders/dragging";
import { flattenTree, type FolderNode, foldersQuery, treeOf } from "@/shared/folders/folders";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** All folders, nested, or those inside one folder if it is given. */
export function FolderList({ inside = null }: { inside?: string | null }) {
  const folders = useQuery(foldersQuery);
  const { role } = useOrganization();
  const [dragged, setDragged] = useState<FolderNode | null>(null);
  const mayEdit = reaches(role, "editor");
  if (folders.isPending) {
    return <Skeleton variant="rounded" height={220} />;
  }
  if (isUnreadable(folders)) {
    return (
      <Card>
        <ErrorState error={folders.error} onRetry={() => void folders.refetch()} />
      </Card>
    );
  }
  const all = treeOf(folders.data);
  const nodes = inside === null ? all : (flattenTree(all).find((node) => node.folder_id === inside)?.children ?? []);
  if (nodes.length === 0) {
    return inside === null ? (
      <Card>
        <EmptyState
          icon={<FolderOutlinedIcon />}
          title={t`No folders yet`}
          text={t`Group your codes by shop, season or campaign. Folders can contain other folders.`}
          action={mayEdit ? <NewFolderButton parent={null} variant="contained" /> : undefined}
        />
      </Card>
    ) : null;
  }
  const least = Math.min(...nodes.map((node) => node.depth));
  return (
    <Card>
      <Box component="ul" aria-label={t`Folders`} sx={{ listStyle: "none", m: 0, p: 1 }}>
        {flattenTree(nodes).map((node) => (
          <FolderRow
            key={node.folder_id}
            node={node}
            depth={node.depth - least}
            mayEdit={mayEdit}
            onDragged={setDragged}
          />
        ))}
      </Box>
      {mayEdit ? <Top dragged={dragged} /> : null}
    </Card>
  );
}

interface FolderRowProps {
  node: FolderNode;
  depth: number;
  mayEdit: boolean;
  onDragged: (folder: FolderNode | null) => void;
}

function FolderRow({ node, depth, mayEdit, onDragged }: FolderRowProps) {
  const move = useMoveFolder();
  const fileCodes = useMoveToFolder();
  const place = useDropTarget(
    mayEdit
      ? {
          onCodes: (codeIds) => fileCodes(codeIds, node.folder_id),
          onFolder: (folderId) => move(folderId, node.folder_id),
        }
      : {},
  );
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", pl: { xs: depth * 1.5, sm: depth * 3 } }}>
      <ListItemButton
        component={Link}
        to={paths.folder(node.folder_id)}
        draggable={mayEdit}
        onDragStart={(event) => {
          dragFolder(event, node.folder_id);
          onDragged(node);
        }}
        onDragEnd={() => onDragged(null)}
        {...place.handlers}
        sx={{ borderRadius: 1.5, gap: 1.5, minWidth: 0, py: 1, ...dropOutline(place.isOver) }}
      >
        <FolderOutlinedIcon fontSize="small" color="action" />
        <Typography variant="subtitle2" noWrap title={node.trail.join(" / ")} sx={{ minWidth: 0 }}>
          {node.name}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ ml: "auto", flexShrink: 0 }}>
          {plural(node.codes, { one: "# code", other: "# codes" })}
        </Typography>
      </ListItemButton>
      {mayEdit ? <FolderMenu folder={node} /> : null}
    </Box>
  );
}

/** The drop target that moves a subfolder to the top level. It reserves its space when nothing is dragged. */
function Top({ dragged }: { dragged: FolderNode | null }) {
  const move = useMoveFolder();
  const place = useDropTarget({ onFolder: (folderId) => move(folderId, null) });
  const isOpen = dragged !== null && dragged.parent_id !== null;
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      {...place.handlers}
      sx={{
        display: { xs: "none", md: "block" },
        m: 1,
        px: 2,
        py: 1,
        borderRadius: 1.5,
        border: 1,
        borderStyle: isOpen ? "dashed" : "solid",
        borderColor: isOpen ? "primary.main" : "transparent",
        ...dropOutline(place.isOver),
      }}
    >
      {isOpen ? t`Drop here to move to the top level` : t`Drag a folder onto another one, or use its menu.`}
    </Typography>
  );
}

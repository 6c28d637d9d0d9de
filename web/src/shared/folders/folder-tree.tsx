import { t } from "@lingui/core/macro";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import FolderOutlinedIcon from "@mui/icons-material/FolderOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import ListItemButton from "@mui/material/ListItemButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link } from "react-router";
import { dropOutline, dragFolder, useDropTarget } from "@/shared/folders/dragging";
import type { FolderNode } from "@/shared/folders/folders";

interface FolderTreeProps {
  nodes: readonly FolderNode[];
  current: string | null;
  /** The address of a folder. */
  hrefOf: (folderId: string) => string;
  /** Called when codes are dropped on a folder. */
  onDropCodes?: (folder: FolderNode, codeIds: string[]) => void;
  /** Called when another folder is dropped on a folder; without it, folders cannot be dragged. */
  onDropFolder?: (folder: FolderNode, folderId: string) => void;
}

/** Folders as nested lists of links; codes and folders can be dropped on them. */
export function FolderTree(props: FolderTreeProps) {
  return (
    <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
      {props.nodes.map((node) => (
        <Branch key={node.folder_id} node={node} {...props} />
      ))}
    </Box>
  );
}

function holds(node: FolderNode, folderId: string | null): boolean {
  return node.children.some((child) => child.folder_id === folderId || holds(child, folderId));
}

function Branch({ node, ...tree }: FolderTreeProps & { node: FolderNode }) {
  const { current, hrefOf, onDropCodes, onDropFolder } = tree;
  const [opened, setOpened] = useState<boolean | null>(null);
  const place = useDropTarget({
    onCodes: onDropCodes && ((codeIds) => onDropCodes(node, codeIds)),
    onFolder: onDropFolder && ((folderId) => onDropFolder(node, folderId)),
  });
  const isOpen = opened ?? (node.depth === 0 || holds(node, current));
  const hasChildren = node.children.length > 0;
  return (
    <li>
      <Box sx={{ display: "flex", alignItems: "center", pl: node.depth * 1.5 }}>
        <IconButton
          size="small"
          aria-label={isOpen ? t`Close ${node.name}` : t`Open ${node.name}`}
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
          sx={{ visibility: hasChildren ? "visible" : "hidden", p: 0.25 }}
        >
          {isOpen ? <ExpandMoreIcon fontSize="small" /> : <ChevronRightIcon fontSize="small" />}
        </IconButton>
        <ListItemButton
          component={Link}
          to={hrefOf(node.folder_id)}
          selected={node.folder_id === current}
          aria-current={node.folder_id === current ? "page" : undefined}
          draggable={onDropFolder !== undefined}
          onDragStart={(event) => dragFolder(event, node.folder_id)}
          {...place.handlers}
          title={node.name}
          sx={{
            borderRadius: 1.5,
            py: 0.5,
            px: 1,
            minWidth: 0,
            gap: 1,
            ...dropOutline(place.isOver),
          }}
        >
          <FolderOutlinedIcon fontSize="small" color="action" />
          <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
            {node.name}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {node.codes}
          </Typography>
        </ListItemButton>
      </Box>
      {hasChildren && isOpen ? <FolderTree {...tree} nodes={node.children} /> : null}
    </li>
  );
}

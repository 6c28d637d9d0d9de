import CreateNewFolderOutlinedIcon from "@mui/icons-material/CreateNewFolderOutlined";
import FolderOutlinedIcon from "@mui/icons-material/FolderOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import ListItemButton from "@mui/material/ListItemButton";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useCreateFolder } from "@/features/folders/api/change-folders";
import { FolderMenu } from "@/features/folders/components/folder-menu";
import { NameDialog } from "@/features/folders/components/name-dialog";
import { settle } from "@/shared/api/settle";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { flatTree, type FolderNode, foldersQuery, treeOf } from "@/shared/folders/folders";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** Every folder, nested; those inside one folder when it is named. */
export function FolderList({ inside = null }: { inside?: string | null }) {
  const folders = useQuery(foldersQuery);
  const { role } = useOrganization();
  const mayEdit = reaches(role, "editor");
  if (folders.isPending) {
    return <Skeleton variant="rounded" height={220} />;
  }
  if (folders.isError) {
    return (
      <Card>
        <ErrorState error={folders.error} onRetry={() => void folders.refetch()} />
      </Card>
    );
  }
  const all = treeOf(folders.data);
  const nodes = inside === null ? all : (flatTree(all).find((node) => node.folder_id === inside)?.children ?? []);
  if (nodes.length === 0) {
    return inside === null ? (
      <Card>
        <EmptyState
          icon={<FolderOutlinedIcon />}
          title="No folders yet"
          text="Sort your codes by shop, season or campaign. A folder can lie inside another one."
          action={mayEdit ? <NewFolderButton parent={null} variant="contained" /> : undefined}
        />
      </Card>
    ) : null;
  }
  const least = Math.min(...nodes.map((node) => node.depth));
  return (
    <Card>
      <Box component="ul" aria-label="Folders" sx={{ listStyle: "none", m: 0, p: 1 }}>
        {flatTree(nodes).map((node) => (
          <FolderRow key={node.folder_id} node={node} depth={node.depth - least} mayEdit={mayEdit} />
        ))}
      </Box>
    </Card>
  );
}

function FolderRow({ node, depth, mayEdit }: { node: FolderNode; depth: number; mayEdit: boolean }) {
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", pl: { xs: depth * 1.5, sm: depth * 3 } }}>
      <ListItemButton
        component={Link}
        to={paths.folder(node.folder_id)}
        sx={{ borderRadius: 1.5, gap: 1.5, minWidth: 0, py: 1 }}
      >
        <FolderOutlinedIcon fontSize="small" color="action" />
        <Typography variant="subtitle2" noWrap title={node.trail.join(" / ")} sx={{ minWidth: 0 }}>
          {node.name}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ ml: "auto", flexShrink: 0 }}>
          {node.codes === 1 ? "1 code" : `${node.codes} codes`}
        </Typography>
      </ListItemButton>
      {mayEdit ? <FolderMenu folder={node} /> : null}
    </Box>
  );
}

interface NewFolderButtonProps {
  parent: string | null;
  variant?: "contained" | "outlined";
}

/** Makes a folder in this place. */
export function NewFolderButton({ parent, variant = "outlined" }: NewFolderButtonProps) {
  const [asking, setAsking] = useState(false);
  const creation = useCreateFolder();
  const toasts = useToasts();
  const ask = () => {
    creation.reset();
    setAsking(true);
  };
  return (
    <Stack>
      <Button variant={variant} startIcon={<CreateNewFolderOutlinedIcon />} onClick={ask}>
        New folder
      </Button>
      {asking ? (
        <NameDialog
          title="New folder"
          label="Create"
          busy={creation.isPending}
          error={creation.error}
          onSave={(name) =>
            settle(creation.mutateAsync({ name, parent_id: parent }), {
              onSuccess: () => {
                setAsking(false);
                toasts.success(`“${name}” was made`);
              },
            })
          }
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  );
}

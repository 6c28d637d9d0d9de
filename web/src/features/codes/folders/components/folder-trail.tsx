import { t } from "@lingui/core/macro";
import Breadcrumbs from "@mui/material/Breadcrumbs";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useMoveToFolder } from "@/features/codes/folders/use-move-to-folder";
import { useMoveFolder } from "@/features/codes/folders/use-move-folder";
import { paths } from "@/shared/config/paths";
import { dropOutline, useDropTarget } from "@/shared/folders/dragging";
import type { Folder } from "@/shared/folders/folders";

interface FolderTrailProps {
  folder: Folder;
  above: readonly Folder[];
  mayEdit: boolean;
}

/** The path to a folder. Folders and codes can be dropped on its ancestors. */
export function FolderTrail({ folder, above, mayEdit }: FolderTrailProps) {
  return (
    <Breadcrumbs aria-label={t`Parent folders`}>
      <Step folderId={null} name={t`Folders`} to={paths.folders} mayEdit={mayEdit} />
      {above.map((one) => (
        <Step
          key={one.folder_id}
          folderId={one.folder_id}
          name={one.name}
          to={paths.folder(one.folder_id)}
          mayEdit={mayEdit}
        />
      ))}
      <Typography variant="body2">{folder.name}</Typography>
    </Breadcrumbs>
  );
}

interface StepProps {
  folderId: string | null;
  name: string;
  to: string;
  mayEdit: boolean;
}

function Step({ folderId, name, to, mayEdit }: StepProps) {
  const move = useMoveFolder();
  const fileCodes = useMoveToFolder();
  const place = useDropTarget(
    mayEdit
      ? { onCodes: (codeIds) => fileCodes(codeIds, folderId), onFolder: (dropped) => move(dropped, folderId) }
      : {},
  );
  return (
    <MuiLink
      component={Link}
      to={to}
      underline="hover"
      {...place.handlers}
      sx={{ borderRadius: 0.5, outlineOffset: 4, ...dropOutline(place.isOver) }}
    >
      {name}
    </MuiLink>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import SearchOffIcon from "@mui/icons-material/SearchOff";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { CodesList } from "@/features/codes/codes/components/codes-list";
import { FolderList } from "@/features/codes/folders/components/folder-list";
import { FolderMenu } from "@/features/codes/folders/components/folder-menu";
import { FolderTrail } from "@/features/codes/folders/components/folder-trail";
import { NewFolderButton } from "@/features/codes/folders/components/new-folder-button";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { type Folder, foldersQuery, pathTo } from "@/shared/folders/folders";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { folderId = "" } = useParams();
  const folders = useQuery(foldersQuery);
  if (folders.isPending) {
    return <Skeleton variant="rounded" height={320} aria-busy="true" />;
  }
  if (isUnreadable(folders)) {
    return <ErrorState error={folders.error} onRetry={() => void folders.refetch()} />;
  }
  const line = pathTo(folders.data, folderId);
  const folder = line.at(-1);
  if (folder === undefined) {
    return (
      <EmptyState
        isScreen
        icon={<SearchOffIcon />}
        title={t`Folder not found`}
        text={t`It may have been removed, or the URL is incorrect.`}
        action={
          <Button component={Link} to={paths.folders} variant="contained">
            <Trans>Folders</Trans>
          </Button>
        }
      />
    );
  }
  return <FolderScreen key={folderId} folder={folder} above={line.slice(0, -1)} />;
}

function FolderScreen({ folder, above }: { folder: Folder; above: readonly Folder[] }) {
  const navigate = useNavigate();
  const { role } = useOrganization();
  const mayEdit = reaches(role, "editor");
  const up = above.at(-1);
  return (
    <>
      <PageHeader
        title={folder.name}
        subtitle={<FolderTrail folder={folder} above={above} mayEdit={mayEdit} />}
        actions={
          mayEdit ? (
            <>
              <NewFolderButton parent={folder.folder_id} />
              <FolderMenu
                folder={folder}
                onRemoved={() => void navigate(up ? paths.folder(up.folder_id) : paths.folders, { replace: true })}
              />
            </>
          ) : undefined
        }
      />
      <Stack spacing={3}>
        <FolderList inside={folder.folder_id} />
        <div>
          <CodesList folderId={folder.folder_id} />
        </div>
      </Stack>
    </>
  );
}

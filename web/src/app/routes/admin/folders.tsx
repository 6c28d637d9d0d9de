import { t } from "@lingui/core/macro";
import { FolderList } from "@/features/codes/folders/components/folder-list";
import { NewFolderButton } from "@/features/codes/folders/components/new-folder-button";
import { PageHeader } from "@/shared/components/page-header";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader
        title={t`Folders`}
        subtitle={t`Organise your codes. Deleting a folder keeps its codes.`}
        actions={reaches(role, "editor") ? <NewFolderButton parent={null} variant="contained" /> : undefined}
      />
      <FolderList />
    </>
  );
}

import { FolderList } from "@/features/codes/folders/components/folder-list";
import { NewFolderButton } from "@/features/codes/folders/components/new-folder-button";
import { PageHeader } from "@/shared/components/page-header";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader
        title="Folders"
        subtitle="Removing a folder keeps what is in it."
        actions={reaches(role, "editor") ? <NewFolderButton parent={null} variant="contained" /> : undefined}
      />
      <FolderList />
    </>
  );
}

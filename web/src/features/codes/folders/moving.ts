import { t } from "@lingui/core/macro";
import { type Folder, pathTo } from "@/shared/folders/folders";

/** Returns why a folder can't be moved there, as a message for the user, or null if it can. */
export function moveProblem(folders: readonly Folder[], folderId: string, parentId: string | null): string | null {
  if (parentId === null) {
    return null;
  }
  const line = pathTo(folders, parentId);
  const folder = line.find((one) => one.folder_id === folderId);
  if (folder === undefined) {
    return null;
  }
  return folderId === parentId
    ? t`You can’t move “${folder.name}” into itself.`
    : t`You can’t move “${folder.name}” into its subfolder “${line.at(-1)?.name ?? ""}”.`;
}

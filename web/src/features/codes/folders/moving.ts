import { type Folder, lineTo } from "@/shared/folders/folders";

/** Why a folder can't be put there, in words for whoever dragged it; null when it can. */
export function whyNot(folders: readonly Folder[], folderId: string, parentId: string | null): string | null {
  if (parentId === null) {
    return null;
  }
  const line = lineTo(folders, parentId);
  const folder = line.find((one) => one.folder_id === folderId);
  if (folder === undefined) {
    return null;
  }
  return folderId === parentId
    ? `“${folder.name}” can't be put into itself.`
    : `“${folder.name}” can't be put into “${line.at(-1)?.name}”, which lies inside it.`;
}

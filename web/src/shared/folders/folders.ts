import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { everyPage } from "@/shared/api/every-page";

export type Folder = components["schemas"]["FolderRead"];

/** A folder in its place in the tree. */
export interface FolderNode extends Folder {
  depth: number;
  /** Names from the top down to the folder itself. */
  trail: readonly string[];
  children: readonly FolderNode[];
}

export const foldersKey = ["folders"] as const;

/** Every folder of the organisation; the tree is shown as a whole. */
export const foldersQuery = queryOptions({
  queryKey: foldersKey,
  queryFn: ({ signal }) =>
    everyPage((page, pageSize) => answerOf(api.POST("/v1/get-folders", { body: { page, pageSize }, signal }))),
});

/** The folders as a tree, sorted by name on each level. */
export function treeOf(folders: readonly Folder[]): FolderNode[] {
  const known = new Set(folders.map((folder) => folder.folder_id));
  const inside = new Map<string, Folder[]>();
  for (const folder of folders) {
    const parent = folder.parent_id !== null && known.has(folder.parent_id) ? folder.parent_id : "";
    inside.set(parent, [...(inside.get(parent) ?? []), folder]);
  }
  const build = (parent: string, depth: number, trail: readonly string[]): FolderNode[] =>
    (inside.get(parent) ?? []).map((folder) => {
      const names = [...trail, folder.name];
      return { ...folder, depth, trail: names, children: build(folder.folder_id, depth + 1, names) };
    });
  return build("", 0, []);
}

/** The tree from top to bottom as one list. */
export function flattenTree(nodes: readonly FolderNode[]): FolderNode[] {
  return nodes.flatMap((node) => [node, ...flattenTree(node.children)]);
}

/** A folder and all its ancestors, from the top down. */
export function pathTo(folders: readonly Folder[], folderId: string): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.folder_id, folder]));
  const line: Folder[] = [];
  let next = byId.get(folderId);
  while (next !== undefined && !line.includes(next)) {
    line.unshift(next);
    next = byId.get(next.parent_id ?? "");
  }
  return line;
}

import type { Folder } from "@/shared/folders/folders";

/** Creates a folder inside another one, or at the top. */
export function folder(id: string, parent: string | null): Folder {
  return {
    folder_id: id,
    id,
    org_id: "org",
    name: id.toUpperCase(),
    parent_id: parent,
    codes: 0,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
}

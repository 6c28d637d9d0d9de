import { expect, test } from "vitest";
import { whyNot } from "@/features/folders/moving";
import type { Folder } from "@/shared/folders/folders";

function folder(id: string, parent: string | null): Folder {
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

const FOLDERS = [folder("a", null), folder("b", "a"), folder("c", "b"), folder("d", null)];

test("a folder goes anywhere but into itself and what lies in it", () => {
  expect(whyNot(FOLDERS, "b", "d")).toBeNull();
  expect(whyNot(FOLDERS, "c", "a")).toBeNull();
  expect(whyNot(FOLDERS, "b", null)).toBeNull();
  expect(whyNot(FOLDERS, "b", "b")).toBe("“B” can't be put into itself.");
  expect(whyNot(FOLDERS, "a", "c")).toBe("“A” can't be put into “C”, which lies inside it.");
});

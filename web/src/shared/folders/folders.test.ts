import { expect, test } from "vitest";
import { flattenTree, pathTo, treeOf } from "@/shared/folders/folders";
import { folder } from "@/shared/testing/folders";

const FOLDERS = [folder("a", null), folder("b", "a"), folder("c", "b"), folder("d", null), folder("lost", "gone")];

test("folders are nested under their parent, and those without one are at the top", () => {
  expect(flattenTree(treeOf(FOLDERS)).map(({ folder_id, depth }) => [folder_id, depth])).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 2],
    ["d", 0],
    ["lost", 0],
  ]);
});

test("the path to a folder starts at the top", () => {
  expect(pathTo(FOLDERS, "c").map(({ folder_id }) => folder_id)).toEqual(["a", "b", "c"]);
  expect(pathTo(FOLDERS, "nowhere")).toEqual([]);
});

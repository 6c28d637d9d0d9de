import { expect, test } from "vitest";
import { flattenTree, pathTo, treeOf } from "@/shared/folders/folders";
import { folder } from "@/shared/testing/folders";

const FOLDERS = [folder("a", null), folder("b", "a"), folder("c", "b"), folder("d", null), folder("lost", "gone")];

test("folders lie where their parent says, and one without it lies at the top", () => {
  expect(flattenTree(treeOf(FOLDERS)).map(({ folder_id, depth }) => [folder_id, depth])).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 2],
    ["d", 0],
    ["lost", 0],
  ]);
});

test("the line to a folder goes from the top down", () => {
  expect(pathTo(FOLDERS, "c").map(({ folder_id }) => folder_id)).toEqual(["a", "b", "c"]);
  expect(pathTo(FOLDERS, "nowhere")).toEqual([]);
});

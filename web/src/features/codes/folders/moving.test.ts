import { expect, test } from "vitest";
import { moveProblem } from "@/features/codes/folders/moving";
import { folder } from "@/shared/testing/folders";

const FOLDERS = [folder("a", null), folder("b", "a"), folder("c", "b"), folder("d", null)];

test("a folder can be moved anywhere except into itself and its subfolders", () => {
  expect(moveProblem(FOLDERS, "b", "d")).toBeNull();
  expect(moveProblem(FOLDERS, "c", "a")).toBeNull();
  expect(moveProblem(FOLDERS, "b", null)).toBeNull();
  expect(moveProblem(FOLDERS, "b", "b")).toBe("You can’t move “B” into itself.");
  expect(moveProblem(FOLDERS, "a", "c")).toBe("You can’t move “A” into its subfolder “C”.");
});

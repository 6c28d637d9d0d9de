import { expect, test } from "vitest";
import { whyNot } from "@/features/codes/folders/moving";
import { folder } from "@/shared/testing/folders";

const FOLDERS = [folder("a", null), folder("b", "a"), folder("c", "b"), folder("d", null)];

test("a folder goes anywhere but into itself and what lies in it", () => {
  expect(whyNot(FOLDERS, "b", "d")).toBeNull();
  expect(whyNot(FOLDERS, "c", "a")).toBeNull();
  expect(whyNot(FOLDERS, "b", null)).toBeNull();
  expect(whyNot(FOLDERS, "b", "b")).toBe("“B” can't be put into itself.");
  expect(whyNot(FOLDERS, "a", "c")).toBe("“A” can't be put into “C”, which lies inside it.");
});

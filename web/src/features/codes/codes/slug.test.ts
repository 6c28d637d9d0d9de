import { expect, test } from "vitest";
import { slugProblem } from "@/features/codes/codes/slug";

test.each(["spring-menu", "A_1", " menu2026 ", "a".repeat(64)])("%s can be a name", (text) => {
  expect(slugProblem(text)).toBeUndefined();
});

test.each(["", "ab", "-menu", "menu-", "spring menu", "menü", "a/b", "a".repeat(65)])("%s cannot", (text) => {
  expect(slugProblem(text)).toBeDefined();
});

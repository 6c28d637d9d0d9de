import { expect, test } from "vitest";
import { beginning, KINDS } from "@/blocks/samples";
import type { BlockData, BlockType, PageData } from "@/blocks/types";
import { untouchedPlaceholders } from "@/features/content/pages/editor/placeholders";

function pageOf(...types: BlockType[]): PageData {
  const content = types.map((type) => {
    const id = `${type}-one`;
    return { type, props: { id, ...beginning(type, id, new Date()) } } as BlockData;
  });
  return { root: {}, content };
}

test("sample texts are listed until each is replaced", () => {
  const page = pageOf("Heading", "Coupon");
  const named = () => untouchedPlaceholders(page).map(({ index, setting, text }) => [index, setting, text]);

  const before = named();
  Object.assign(page.content[0]?.props ?? {}, { text: "Lunch" });

  expect(before).toEqual([
    [0, "text", "A headline"],
    [1, "code", "WELCOME"],
  ]);
  expect(named()).toEqual([[1, "code", "WELCOME"]]);
});

test("a default text that works as it is does not count as a placeholder", () => {
  const page = pageOf("Form", "Button", "Divider", "Welcome", "Wall", "Map");

  expect(untouchedPlaceholders(page)).toEqual([]);
});

test("every placeholder belongs to a setting that can be opened", () => {
  const all = untouchedPlaceholders(pageOf(...(Object.keys(KINDS) as BlockType[])));

  expect(all.map((it) => it.text)).not.toContain("undefined");
  expect(all.map((it) => it.type)).toEqual(["Heading", "Text", "Product", "Coupon", "Vote"]);
});

import { expect, test } from "vitest";
import { textsOf } from "@/features/content/pages/page-texts";

test("of a block's settings only what was written is read, without markup", () => {
  const props = {
    id: "b1",
    align: "left",
    text: "<p>Open <b>daily</b></p>",
    links: [{ label: "Menu", url: "/menu" }],
    on: true,
  };

  expect(textsOf(props)).toEqual(["Open daily", "Menu", "/menu"]);
});

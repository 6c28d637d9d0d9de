import { expect, test } from "vitest";
import { textsOf } from "@/features/content/pages/page-texts";

test("only written texts of a block's settings are returned, without markup", () => {
  const props = {
    id: "b1",
    align: "left",
    type: "page_divider",
    text: "<p>Open <b>daily</b></p>",
    links: [{ label: "Menu", url: "/menu" }],
    fields: [{ name: "shop", input_display_name: "Your shop", options: ["Midtown", "Pier 9"] }],
    on: true,
  };

  expect(textsOf(props)).toEqual(["Open daily", "Menu", "/menu", "Your shop", "Midtown", "Pier 9"]);
});

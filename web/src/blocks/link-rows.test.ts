import { expect, test } from "vitest";
import { NETWORKS } from "@/blocks/icons";
import { renderPage } from "@/blocks/render-page";
import type { BlockProps } from "@/blocks/types";

function linkOf(props: Partial<BlockProps["Button"]>): string {
  const link = { id: "b", label: "Low Tide", href: "https://shop.example", ...props };
  return renderPage({ data: { root: {}, content: [{ type: "Button", props: link }] } }).html;
}

test("a row has its picture or else the icon of its network, and a second line", () => {
  const pictured = linkOf({ style: "row", note: "Out now", picture_url: "https://media.example/a.jpg" });
  const iconed = linkOf({ style: "row", icon: "spotify" });

  expect(pictured).toContain("https://media.example/a.jpg");
  expect(pictured).toContain("Out now");
  expect(pictured).not.toContain("wp-row-icon");
  expect(iconed).toContain("wp-row-icon");
  expect(iconed).not.toContain("<img");
});

test("a picture with an unsafe address is left out", () => {
  expect(linkOf({ style: "row", picture_url: "javascript:alert(1)" })).not.toContain("javascript");
});

test("a featured link is a card with a large picture", () => {
  const html = linkOf({ style: "featured", picture_url: "https://media.example/a.jpg" });

  expect(html).toContain("wp-row-featured");
  expect(html).toContain("wp-r-16-9");
});

test("every network has its own icon", () => {
  const icons = Object.values(NETWORKS).map(({ icon }) => icon);

  expect(new Set(icons).size).toBe(icons.length);
});

import { describe, expect, it } from "vitest";
import { renderPage } from "@/blocks/render-page";
import type { BlockData, Brand } from "@/blocks/types";

const URL = "/media/pictures/pic-1/full.webp";
const COPIES = { width: 1600, height: 900, preview: null, webp: [320, 640, 1600], avif: [] };
const PICTURE: BlockData = { type: "Picture", props: { id: "p", url: URL, alt: "Beach" } };
const HEADING: BlockData = { type: "Heading", props: { id: "h", text: "Summer" } };

function heroOf(content: BlockData[], brand: Brand = {}): Element | null {
  const { html } = renderPage({ data: { root: {}, content }, brand, pictures: { [URL]: COPIES } });
  const place = document.createElement("div");
  place.innerHTML = html;
  return place.querySelector(".wp-hero");
}

describe("what fills the side of a page on a desktop", () => {
  it("is the first picture of the page, in the copy that is tall enough", () => {
    const hero = heroOf([PICTURE, HEADING]);

    expect(hero?.getAttribute("alt")).toBe("Beach");
    expect(hero?.getAttribute("sizes")).toMatch(/^\(min-width: 64rem\) max\(44vw, 177\.8vh\), /);
  });

  it("is the cover, if there is one", () => {
    expect(heroOf([PICTURE, HEADING], { cover_url: "/media/cover.webp" })?.className).toBe("wp-cover wp-hero");
  });

  it.each<[string, BlockData[]]>([
    ["later on the page", [HEADING, PICTURE]],
    ["smaller than the page", [{ ...PICTURE, props: { ...PICTURE.props, width: "half" } }, HEADING]],
    ["a link", [{ ...PICTURE, props: { ...PICTURE.props, href: "https://a.example/" } }, HEADING]],
    ["for some only", [{ ...PICTURE, props: { ...PICTURE.props, for_visitors: "new" } }, HEADING]],
  ])("is no picture that is %s", (_, content) => {
    expect(heroOf(content)).toBeNull();
  });
});

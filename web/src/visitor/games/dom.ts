type Values = Record<string, string | number | boolean | undefined>;

const SVG = "http://www.w3.org/2000/svg";

function fill(node: Element, values: Values, children: (Node | string)[]): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children);
}

/** Creates an element with these attributes; `false` and `undefined` omit one. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  values: Values = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  fill(node, values, children);
  return node;
}

/** Creates an SVG element in the same way. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  values: Values = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Tag] {
  const node = document.createElementNS(SVG, tag);
  fill(node, values, children);
  return node;
}

/** A decorative picture: its name is shown beside it. */
export function picture(url: string, side: number): HTMLImageElement {
  return el("img", { src: url, alt: "", width: side, height: side, decoding: "async" });
}

/** An element with a text of the organisation, in whatever language and direction it was written. */
export function own(text: string): HTMLElement {
  return el("span", { lang: "", dir: "auto" }, text);
}

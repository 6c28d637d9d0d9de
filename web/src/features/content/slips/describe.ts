import type { SlipElement } from "@/features/content/slips/types";

const NAMES = { text: "Text", picture: "Picture", code: "Code", line: "Line", rectangle: "Box" } as const;

function textOf(element: SlipElement): string {
  return element.type === "text" ? element.text.trim().replace(/\s+/g, " ") || "empty" : "";
}

/** What an element is, in a few words. */
export function nameOf(element: SlipElement): string {
  const text = textOf(element);
  return text ? `Text: ${text.length > 28 ? `${text.slice(0, 27)}…` : text}` : NAMES[element.type];
}

/** What it is, what it says in full, and where it lies. */
export function describe(element: SlipElement): string {
  const text = textOf(element);
  return `${NAMES[element.type]}${text ? `: ${text}` : ""}, at ${element.x} and ${element.y} millimetres`;
}

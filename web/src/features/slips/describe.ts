import type { SlipElement } from "@/features/slips/types";

const NAMES = { text: "Text", picture: "Picture", code: "Code", line: "Line", rectangle: "Box" } as const;

/** What an element is, in a few words. */
export function nameOf(element: SlipElement): string {
  const what = NAMES[element.type];
  if (element.type !== "text") {
    return what;
  }
  const text = element.text.trim().replace(/\s+/g, " ");
  return `${what}: ${text.length > 28 ? `${text.slice(0, 27)}…` : text || "empty"}`;
}

/** The same with its place. */
export function describe(element: SlipElement): string {
  return `${nameOf(element)}, at ${element.x} and ${element.y} millimetres`;
}

import { msg, t } from "@lingui/core/macro";
import type { SlipElement } from "@/features/content/slips/types";

const NAMES = {
  text: msg`Text`,
  picture: msg`Picture`,
  code: msg`Code`,
  line: msg`Line`,
  rectangle: msg`Box`,
} as const;

function textOf(element: SlipElement): string {
  return element.type === "text" ? element.text.trim().replace(/\s+/g, " ") || t`empty` : "";
}

/** Returns a short name of an element. */
export function nameOf(element: SlipElement): string {
  const text = textOf(element);
  const name = t(NAMES[element.type]);
  return text ? `${name}: ${text.length > 28 ? `${text.slice(0, 27)}…` : text}` : name;
}

/** Returns the kind of an element, its full text, and its position. */
export function describe(element: SlipElement): string {
  const text = textOf(element);
  const name = t(NAMES[element.type]);
  const what = text ? `${name}: ${text}` : name;
  return t`${what}, at ${element.x} and ${element.y} millimetres`;
}

import { msg, t } from "@lingui/core/macro";

/**
 * Inputs in which something stands that is no whole date, time or number. Their value reads as empty, so that
 * without this look what was set before would be taken away unasked.
 */
export function incompleteInputs(within: Element): HTMLInputElement[] {
  return [...within.querySelectorAll("input")].filter((input) => input.validity.badInput);
}

/** Error text for an incomplete date. */
export const INCOMPLETE_DATE = msg`Complete the date, or clear it`;

/** Error text for an incomplete input of a browser type. */
export function incompleteText(type: string): string {
  return type === "number" ? t`Enter a number, or clear the field` : t(INCOMPLETE_DATE);
}

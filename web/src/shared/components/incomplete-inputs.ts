import { msg, t } from "@lingui/core/macro";

/**
 * Finds inputs that contain an incomplete date, time or number. Their value reads as empty, so that without this check
 * the earlier value would be removed silently.
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

import { msg, t } from "@lingui/core/macro";

/**
 * Finds inputs that contain an incomplete date, time or number. Their value reads as empty, so that without this check
 * the earlier value would be removed silently.
 */
export function incompleteInputs(within: Element): HTMLInputElement[] {
  return [...within.querySelectorAll("input")].filter((input) => input.validity.badInput);
}

/**
 * Focuses the first incomplete input of a form or an editor, and makes the browser say what is missing. Returns whether
 * there is one. If so, do not save, and keep the part of the editor with the input open.
 */
export function reportIncomplete(within: Element | null): boolean {
  const [input] = within === null ? [] : incompleteInputs(within);
  input?.focus();
  input?.reportValidity();
  return input !== undefined;
}

/** Error text for an incomplete date. */
export const INCOMPLETE_DATE = msg`Complete the date, or clear it`;

/** Error text for an incomplete input of a browser type. */
export function incompleteText(type: string): string {
  if (type === "number") {
    return t`Enter a number, or clear the field`;
  }
  return type === "time" ? t`Complete the time, or clear it` : t(INCOMPLETE_DATE);
}

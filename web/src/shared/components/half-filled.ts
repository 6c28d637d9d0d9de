/**
 * Inputs in which something stands that is no whole date, time or number. Their value reads as empty, so that
 * without this look what was set before would be taken away unasked.
 */
export function halfFilled(within: Element): HTMLInputElement[] {
  return [...within.querySelectorAll("input")].filter((input) => input.validity.badInput);
}

/** What is said of such a day. */
export const HALF_A_DAY = "Complete the date, or empty it";

/** What is said of such an input of one of the browser's types. */
export function halfFilledWords(type: string): string {
  return type === "number" ? "Enter a number, or empty it" : HALF_A_DAY;
}

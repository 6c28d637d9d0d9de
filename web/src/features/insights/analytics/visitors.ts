const NAME = /^[0-9a-f]{16}$/i;

/** Whether a text is a visitor's name as tables and files show it. */
export function isVisitorName(text: string): boolean {
  return NAME.test(text.trim());
}

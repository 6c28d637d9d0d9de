import { t } from "@lingui/core/macro";

/** The approximate number of characters that most networks and messengers show. */
export const SHOWN_IN_LINKS = { title: 70, description: 160 } as const;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into characters as people count them: a letter with its accents or a whole emoji is one. */
function lettersOf(text: string): string[] {
  // Firefox has had it only since 125. Without it, combined characters are counted by their parts.
  const { Segmenter } = Intl as Partial<typeof Intl>;
  if (Segmenter === undefined) {
    return Array.from(text.trim());
  }
  segmenter ??= new Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text.trim()), ({ segment }) => segment);
}

/** Returns a text as networks show it: in one line, truncated between words where possible, with an ellipsis. */
export function shortened(text: string, most: number): string {
  const letters = lettersOf(text.replace(/\s+/g, " "));
  if (letters.length <= most) {
    return letters.join("");
  }
  const space = letters.lastIndexOf(" ", most - 1);
  return `${letters.slice(0, space > most / 2 ? space : most - 1).join("")}…`;
}

/** Returns a hint for a text that link previews would truncate, or undefined for a shorter one. */
export function tooLongFor(text: string, most: number): string | undefined {
  const { length } = lettersOf(text);
  return length > most ? t`${length} characters. Links show about the first ${most}` : undefined;
}

import { t } from "@lingui/core/macro";

/** About how many letters of each most networks and messengers show. */
export const SHOWN_IN_LINKS = { title: 70, description: 160 } as const;

let segmenter: Intl.Segmenter | undefined;

/** Letters as people count them: one with its accents, or a whole emoji, is one. */
function lettersOf(text: string): string[] {
  // Firefox has it since 125 only; without it, letters that are put together are counted by their parts.
  const { Segmenter } = Intl as Partial<typeof Intl>;
  if (Segmenter === undefined) {
    return Array.from(text.trim());
  }
  segmenter ??= new Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text.trim()), ({ segment }) => segment);
}

/** A text as networks show it: in one line, cut between words where there are any, with dots for the rest. */
export function shortened(text: string, most: number): string {
  const letters = lettersOf(text.replace(/\s+/g, " "));
  if (letters.length <= most) {
    return letters.join("");
  }
  const space = letters.lastIndexOf(" ", most - 1);
  return `${letters.slice(0, space > most / 2 ? space : most - 1).join("")}…`;
}

/** A hint for a text that link previews would cut off; undefined for shorter ones. */
export function tooLongFor(text: string, most: number): string | undefined {
  const { length } = lettersOf(text);
  return length > most ? t`${length} characters. Links show about the first ${most}` : undefined;
}

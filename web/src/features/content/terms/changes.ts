import { diffArrays } from "diff";

/** A part of a text: unchanged, added or removed. */
export interface Part {
  kind: "same" | "added" | "removed";
  text: string;
}

/** A paragraph, with its parts in reading order of both versions. */
export type Paragraph = readonly Part[];

const MAX_EDITS = 2_000;
/** The fraction of two paragraphs that must be the same for one to count as the other rewritten. */
const ALIKE = 0.4;
/** A word, or a character of a script without spaces between words, with the space after it. */
const WORD = /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}\p{M}\p{N}'’]+|\S)\s*/gu;

/** Returns all paragraphs, with the changes between the two versions word by word. */
export function changesOf(before: readonly string[], after: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let removed: string[] = [];
  let fresh: string[] = [];
  const settle = () => {
    for (const text of removed) {
      const at = fresh.findIndex((other) => isAlike(wordsOf(text, other)));
      paragraphs.push(...fresh.splice(0, Math.max(0, at)).map((added) => [{ kind: "added" as const, text: added }]));
      paragraphs.push(at < 0 ? [{ kind: "removed", text }] : wordsOf(text, fresh.shift() ?? ""));
    }
    paragraphs.push(...fresh.map((text) => [{ kind: "added" as const, text }]));
    removed = [];
    fresh = [];
  };
  for (const part of edits(before, after)) {
    if (part.kind === "same") {
      settle();
      paragraphs.push([part]);
    } else {
      (part.kind === "removed" ? removed : fresh).push(part.text);
    }
  }
  settle();
  return paragraphs;
}

function wordsOf(before: string, after: string): Part[] {
  return edits(before.match(WORD) ?? [], after.match(WORD) ?? []).reduce<Part[]>((parts, { kind, text }) => {
    const last = parts.at(-1);
    return last?.kind === kind ? [...parts.slice(0, -1), { kind, text: last.text + text }] : [...parts, { kind, text }];
  }, []);
}

function isAlike(parts: readonly Part[]): boolean {
  const size = (kind?: Part["kind"]) =>
    parts.reduce((sum, part) => sum + (kind === undefined || part.kind === kind ? part.text.length : 0), 0);
  return size("same") >= ALIKE * (size() - Math.min(size("added"), size("removed")));
}

/**
 * Returns the edits from one list of texts to the other. If they differ too much, the whole old list is followed by the
 * new one.
 */
function edits(before: readonly string[], after: readonly string[]): Part[] {
  const diff = diffArrays([...before], [...after], {
    comparator: (left, right) => left.trimEnd() === right.trimEnd(),
    maxEditLength: MAX_EDITS,
  }) ?? [
    { value: [...before], added: false, removed: true },
    { value: [...after], added: true, removed: false },
  ];
  return diff.flatMap(({ value, added, removed }) =>
    value.map((text) => ({ kind: added ? "added" : removed ? "removed" : "same", text }) as const),
  );
}

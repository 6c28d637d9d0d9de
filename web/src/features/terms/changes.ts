/** What of a text is as it was, new, or gone. */
export interface Part {
  kind: "same" | "added" | "removed";
  text: string;
}

/** A paragraph, in the order in which both versions are read. */
export type Paragraph = readonly Part[];

const MOST_CELLS = 4_000_000;
/** How much of two paragraphs is the same for one to be the other rewritten. */
const ALIKE = 0.4;
/** A word, or a sign of a script that puts no spaces between words, with the space after it. */
const WORD = /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}\p{M}\p{N}'’]+|\S)\s*/gu;

/** The paragraphs that changed between two versions, word by word, among those that did not. */
export function changesOf(before: readonly string[], after: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let gone: string[] = [];
  let fresh: string[] = [];
  const settle = () => {
    for (const text of gone) {
      const at = fresh.findIndex((other) => isAlike(wordsOf(text, other)));
      paragraphs.push(...fresh.splice(0, Math.max(0, at)).map((added) => [{ kind: "added" as const, text: added }]));
      paragraphs.push(at < 0 ? [{ kind: "removed", text }] : wordsOf(text, fresh.shift() ?? ""));
    }
    paragraphs.push(...fresh.map((text) => [{ kind: "added" as const, text }]));
    gone = [];
    fresh = [];
  };
  for (const part of edits(before, after)) {
    if (part.kind === "same") {
      settle();
      paragraphs.push([part]);
    } else {
      (part.kind === "removed" ? gone : fresh).push(part.text);
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

/** What leads from one row of texts to the other; their longest common part stays. */
function edits(before: readonly string[], after: readonly string[]): Part[] {
  const isSame = (i: number, j: number) => before[i]?.trimEnd() === after[j]?.trimEnd();
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSame(start, start)) {
    start += 1;
  }
  let [rows, columns] = [before.length, after.length];
  while (Math.min(rows, columns) > start && isSame(rows - 1, columns - 1)) {
    rows -= 1;
    columns -= 1;
  }
  const as = (kind: Part["kind"], texts: readonly string[]) => texts.map((text) => ({ kind, text }));
  return [
    ...as("same", after.slice(0, start)),
    ...middle(before.slice(start, rows), after.slice(start, columns)),
    ...as("same", after.slice(columns)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Part[] {
  const [old, now] = [before.map((text) => text.trimEnd()), after.map((text) => text.trimEnd())];
  const width = now.length + 1;
  // What is too long to be compared is shown as it was, and then as it is.
  const isLong = old.length * width > MOST_CELLS;
  const common = new Uint16Array(isLong ? 0 : (old.length + 1) * width);
  const lengthAt = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = isLong ? -1 : old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const parts: Part[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (!isLong && old[i] === now[j]) {
      parts.push({ kind: "same", text: after[j] ?? "" });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      parts.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      parts.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return parts;
}

const KEY = "waypost.sql";

// eslint-disable-next-line lingui/no-unlocalized-strings -- SQL
export const FIRST_STATEMENT = `-- Scans by people, per day
select local_day(bucket) as day, total(events) as scans, total(visits) as visits
from activity_15m
where type = 'scan' and audience = 'human'
group by all
order by day desc
limit 100`;

/** Returns the statement that was last typed in this tab, or an example. */
export function storedStatement(): string {
  try {
    return sessionStorage.getItem(KEY) ?? FIRST_STATEMENT;
  } catch {
    return FIRST_STATEMENT;
  }
}

/** Stores the statement for as long as the tab is open. */
export function storeStatement(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Without storage, the text is lost when the page is left.
  }
}

/** Returns the line and the column of a character in the text, counted from 1. */
export function placeOf(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Replaces the selection by another text, and returns the new text and the position of the cursor. */
export function inserted(text: string, added: string, from: number, to: number): { text: string; cursor: number } {
  const gap = from > 0 && !/[\s(.,]$/.test(text.slice(0, from)) ? " " : "";
  return { text: text.slice(0, from) + gap + added + text.slice(to), cursor: from + gap.length + added.length };
}

/** What is used of emotion's sheet: where `ctr` is 0 the next rule begins a style element of its own. */
interface RuleSheet {
  isSpeedy: boolean;
  ctr: number;
  tags: readonly unknown[];
  insert: (rule: string) => void;
}

/** Elements to look through cost something too. */
const MAX_ELEMENTS = 60;
const known = new WeakSet<RuleSheet>();

/** Rules that are added in one frame share a style element, those of later frames get another one. A rule with a
 * media query or key frames makes a browser compute again whatever is styled by the same element: with
 * all rules of the app in one that is the whole page, each time that something is drawn for the first time. */
export function insertInBatches(sheet: RuleSheet): void {
  if (known.has(sheet) || !sheet.isSpeedy) {
    return;
  }
  known.add(sheet);
  const insert = sheet.insert.bind(sheet);
  let isOpen = false;
  sheet.insert = (rule) => {
    if (!isOpen) {
      isOpen = true;
      requestAnimationFrame(() => {
        isOpen = false;
      });
      if (sheet.tags.length < MAX_ELEMENTS) {
        sheet.ctr = 0;
      }
    }
    insert(rule);
  };
}

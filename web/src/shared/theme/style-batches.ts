/** The used part of Emotion's sheet: when `ctr` is 0, the next rule starts a new style element. */
interface RuleSheet {
  isSpeedy: boolean;
  ctr: number;
  tags: readonly unknown[];
  insert: (rule: string) => void;
}

/** Searching many elements has a cost too. */
const MAX_ELEMENTS = 60;
const known = new WeakSet<RuleSheet>();

/**
 * Puts rules that are added in one frame into a shared style element, and those of later frames into another one. A
 * rule with a media query or keyframes makes a browser recalculate everything that is styled by the same element. With
 * all rules in a single element, that would be the whole page each time something is rendered for the first time.
 */
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

import type { KeyboardEvent } from "react";

/** Handles arrow keys, Home, End and first letters within an element whose children are the items of a menu. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const next =
    event.ctrlKey || event.metaKey || event.altKey
      ? undefined
      : entryFor(
          event.key,
          entries,
          entries.findIndex((entry) => entry === document.activeElement),
        );
  if (next !== undefined) {
    event.preventDefault();
    next.focus();
  }
}

function entryFor(key: string, entries: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return entries[(at + 1) % entries.length];
    case "ArrowUp":
      return entries.at(at > 0 ? at - 1 : -1);
    case "Home":
      return entries[0];
    case "End":
      return entries.at(-1);
    default:
      return key.trim().length === 1
        ? [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find((entry) =>
            entry.textContent.toLowerCase().startsWith(key.toLowerCase()),
          )
        : undefined;
  }
}

/**
 * Somebody was quicker: what was chosen can't be chosen any more. Of several ticks only the server
 * knows which are full; the page says so when it is loaded anew.
 */
export function closeChoice(place: HTMLElement | null): void {
  const chosen = [...(place?.querySelectorAll<HTMLInputElement | HTMLOptionElement>("[data-place]:checked") ?? [])];
  const [choice] = chosen;
  if (choice === undefined || chosen.length > 1) {
    return;
  }
  choice.disabled = true;
  if (choice instanceof HTMLOptionElement) {
    choice.selected = false;
  } else {
    choice.checked = false;
  }
}

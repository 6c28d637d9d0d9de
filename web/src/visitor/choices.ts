/**
 * Somebody was quicker: what was chosen can't be chosen any more. Of several ticks only the server
 * knows which are full; the page shows it when reloaded.
 */
export function closeChoice(place: HTMLElement | null): void {
  const checked = [...(place?.querySelectorAll<HTMLInputElement | HTMLOptionElement>("[data-place]:checked") ?? [])];
  const [choice] = checked;
  if (choice === undefined || checked.length > 1) {
    return;
  }
  choice.disabled = true;
  if (choice instanceof HTMLOptionElement) {
    choice.selected = false;
  } else {
    choice.checked = false;
  }
}

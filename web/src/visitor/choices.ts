/**
 * Disables a choice that is no longer available because somebody else was faster. If several boxes are ticked, only the
 * server knows which are full; the page shows it after a reload.
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

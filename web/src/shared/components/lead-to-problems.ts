/**
 * After a form in this box is submitted, focuses the first invalid field or, if there is none, scrolls to the new
 * alert. In a long form both may be far from the button. Returns a function that stops this.
 */
export function leadToProblems(box: HTMLElement): () => void {
  /** The alerts that existed when the form was submitted; null while nothing is awaited. */
  let known: ReadonlySet<Element> | null = null;
  const look = () => {
    if (known === null) {
      return;
    }
    const field = box.querySelector<HTMLElement>('[aria-invalid="true"]');
    const alert = alertsIn(box).find((one) => !known?.has(one));
    if (field !== null) {
      known = null;
      focusOf(field)?.focus();
    } else if (alert !== undefined) {
      known = null;
      alert.scrollIntoView({ block: "nearest" });
    }
  };
  const begin = () => {
    known = new Set(alertsIn(box));
    // The form's own validation errors render with the next frame, and may be the same as before.
    requestAnimationFrame(look);
  };
  const end = () => {
    known = null;
  };
  const observer = new MutationObserver(look);
  observer.observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-invalid"] });
  box.addEventListener("submit", begin, true);
  box.addEventListener("input", end);
  return () => {
    observer.disconnect();
    box.removeEventListener("submit", begin, true);
    box.removeEventListener("input", end);
  };
}

function alertsIn(box: HTMLElement): Element[] {
  return [...box.querySelectorAll('[role="alert"]')];
}

/** In a select, the invalid input is a hidden one. */
function focusOf(field: HTMLElement): HTMLElement | null {
  return field.getAttribute("aria-hidden") === "true"
    ? (field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') ?? null)
    : field;
}

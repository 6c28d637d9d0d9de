/**
 * After a form in this box was sent, leads to the first field that is wrong; where none is, to the alert that came.
 * In a long form both may be far from the button. Returns what ends that.
 */
export function leadToProblems(box: HTMLElement): () => void {
  /** Alerts that were there when the form was sent; null while nothing is awaited. */
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
    // What the form itself finds wrong is drawn with the next frame, and may be what was wrong before.
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

/** Of a list to choose from, the invalid input is a hidden one. */
function focusOf(field: HTMLElement): HTMLElement | null {
  return field.getAttribute("aria-hidden") === "true"
    ? (field.parentElement?.querySelector<HTMLElement>('[role="combobox"]') ?? null)
    : field;
}

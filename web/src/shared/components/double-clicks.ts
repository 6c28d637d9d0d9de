/** Whether the request to close a dialog comes from the second click of a double click whose first click opened it. */
export function isSecondClick(event: object, reason: string): boolean {
  return reason === "backdropClick" && "detail" in event && typeof event.detail === "number" && event.detail > 1;
}

/** Elements that act when they are clicked. A repeated click on a checkbox or a text is harmless, or selects a word. */
const ACTIVE = "button, a[href], [role=button], [role=menuitem], [role=option]";

interface Pressed {
  element: Element;
  /** What the element said that it would do. A button that closes something may reopen it afterwards. */
  name: string;
}

function pressedBy({ target }: Event): Pressed | null {
  const element = target instanceof Element ? target.closest(ACTIVE) : null;
  if (element === null) {
    return null;
  }
  const name = element.getAttribute("aria-label") ?? element.textContent;
  return { element, name: `${name} ${element.getAttribute("aria-pressed") ?? ""}` };
}

/**
 * Discards the further clicks of a double click that hit something else than the first one. On a fast network, the
 * response arrives between the two clicks: a row disappears and the next one takes its place, a screen opens, or a
 * button changes its meaning, so the second click would do what nobody has asked for. Returns a function that stops
 * this.
 */
export function guardDoubleClicks(page: Window): () => void {
  let first: Pressed | null = null;
  const inspect = (event: MouseEvent) => {
    const now = pressedBy(event);
    // The keyboard and scripts click with a count of zero.
    if (event.detail < 2) {
      first = now;
    } else if (first !== null && now !== null && (now.element !== first.element || now.name !== first.name)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  // Safari fires no click if a menu opens under the pointer while the button is down: the click before does not count.
  const forget = (event: MouseEvent) => {
    if (event.detail < 2) {
      first = null;
    }
  };
  page.addEventListener("mousedown", forget, { capture: true });
  page.addEventListener("click", inspect, { capture: true });
  return () => {
    page.removeEventListener("mousedown", forget, { capture: true });
    page.removeEventListener("click", inspect, { capture: true });
  };
}

import { useEffect } from "react";

/** After an element disappears, another one is often about to take the focus. */
const SETTLED_MS = 150;
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

interface Place {
  element: Element;
  /** Each ancestor within the screen and the index of its child that leads to the element, innermost first. */
  trail: { parent: Element; index: number }[];
  pathname: string;
  wasDisabled: boolean;
}

/**
 * Lets keyboard users continue where they were when the focused element disappears: a row that was deleted, a button of
 * a bar that closed, or a button that was disabled while it waited for its response. Browsers would start at the top of
 * the page again. MUI's dialogs return the focus to the element that opened them, if it still exists.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let place: Place | null = null;
    let isByKeys = true;
    let timer = 0;
    const remember = (target: EventTarget | null) => {
      if (target instanceof Element && target.closest("main") !== null) {
        place = { element: target, trail: trailOf(target), pathname: window.location.pathname, wasDisabled: false };
      } else if (target instanceof Element && target.closest("nav, header") !== null) {
        place = null;
      }
    };
    const focus = ({ target }: FocusEvent) => {
      // An element that is pressed gets the focus just after the press.
      if (isByKeys) {
        remember(target);
      }
    };
    const press = () => {
      isByKeys = false;
      place = null;
    };
    const key = () => {
      if (!isByKeys) {
        isByKeys = true;
        remember(document.activeElement);
      }
    };
    const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
    const recover = () => {
      if (place !== null && !place.element.isConnected && isLost() && place.pathname === window.location.pathname) {
        nearest(place)?.focus();
      }
    };
    const observer = new MutationObserver(() => {
      if (place === null || !isLost()) {
        return;
      }
      if (!place.element.isConnected) {
        window.clearTimeout(timer);
        timer = window.setTimeout(recover, SETTLED_MS);
      } else if (place.element.matches(":disabled")) {
        place.wasDisabled = true;
      } else if (place.wasDisabled && place.element instanceof HTMLElement) {
        place.element.focus({ preventScroll: true });
      }
    });
    document.addEventListener("focusin", focus);
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("keydown", key, true);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("focusin", focus);
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("keydown", key, true);
    };
  }, []);
}

function trailOf(element: Element): Place["trail"] {
  const trail = [];
  for (let child = element; child.tagName !== "MAIN" && child.parentElement !== null; child = child.parentElement) {
    trail.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return trail;
}

/** Returns the element that took the place of the lost one, or the one before it, or else the heading of the screen. */
function nearest({ trail }: Place): HTMLElement | null {
  for (const { parent, index } of trail.filter((step) => step.parent.isConnected)) {
    for (const child of [parent.children[index], parent.children[index - 1]]) {
      const candidates = child === undefined ? [] : [child, ...child.querySelectorAll(FOCUSABLE)];
      const reached = candidates.find(
        (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && isShown(one),
      );
      if (reached !== undefined) {
        return reached;
      }
    }
  }
  return document.querySelector<HTMLElement>("main h1[tabindex]");
}

/** Old browsers cannot check visibility, so every element counts as visible there. */
function isShown(element: HTMLElement): boolean {
  return !("checkVisibility" in element) || element.checkVisibility();
}

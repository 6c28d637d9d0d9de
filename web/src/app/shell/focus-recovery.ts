import { useEffect } from "react";

/** After what vanishes there is often something on its way to take the focus. */
const SETTLED_MS = 150;
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

interface Place {
  element: Element;
  /** Each ancestor within the screen and which of its children led to the element, from within outwards. */
  trail: { parent: Element; index: number }[];
  pathname: string;
  wasDisabled: boolean;
}

/**
 * Keyboard users continue where they were when the focused element disappears: a row that was deleted, a button of a
 * bar that closed, one that was off while its answer came. Browsers begin at the top of the page again. MUI's dialogs
 * give the focus back to what opened them, if that is still there.
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
      // What is pressed has the focus just after the press.
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

/** What stands where the element stood, or before it; else the heading of the screen. */
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

/** Old browsers cannot tell; there everything is. */
function isShown(element: HTMLElement): boolean {
  return !("checkVisibility" in element) || element.checkVisibility();
}

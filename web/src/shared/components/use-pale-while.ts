import { type RefObject, useLayoutEffect } from "react";

const PATIENCE_MS = 300;
const PALE = "0.55";

/** Makes an element pale while it waits for something that does not come at once. Said to the element itself:
 * nothing is drawn for it, and nothing is painted where the wait is short. */
export function usePaleWhile(isWaiting: boolean, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pale = element.current;
    if (!isWaiting || pale === null) {
      return;
    }
    const timer = setTimeout(() => {
      pale.style.opacity = PALE;
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      pale.style.opacity = "";
    };
  }, [isWaiting, element]);
}

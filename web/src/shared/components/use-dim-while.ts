import { type RefObject, useLayoutEffect } from "react";

const DELAY_MS = 300;
const DIM_OPACITY = "0.55";

/** Makes an element pale while it waits for something that does not come at once. Said to the element itself:
 * nothing is drawn for it, and nothing is painted where the wait is short. */
export function useDimWhile(isWaiting: boolean, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const dimmed = element.current;
    if (!isWaiting || dimmed === null) {
      return;
    }
    const timer = setTimeout(() => {
      dimmed.style.opacity = DIM_OPACITY;
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      dimmed.style.opacity = "";
    };
  }, [isWaiting, element]);
}

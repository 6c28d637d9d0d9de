import { type RefObject, useLayoutEffect } from "react";

const DELAY_MS = 300;
const DIM_OPACITY = "0.55";

/**
 * Fades an element while it waits for something that takes time. It changes the element directly: nothing is
 * rerendered, and short waits cause no repaint.
 */
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

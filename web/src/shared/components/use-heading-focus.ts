import { type RefObject, useEffect, useRef } from "react";

/**
 * The path of the screen whose heading was last shown. The first screen is loaded by the browser, which starts at its
 * top.
 */
let seen = typeof window === "undefined" ? "" : window.location.pathname;

/**
 * Moves the focus of keyboards and screen readers to the heading of a new screen, unless the screen has set the focus
 * itself.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current === null) {
      return;
    }
    const { pathname } = window.location;
    const isAnother = pathname !== seen;
    seen = pathname;
    const { activeElement } = document;
    const isLeftOver =
      activeElement === null || activeElement === document.body || activeElement.closest("nav, .top-bar") !== null;
    if (isAnother && isLeftOver) {
      heading.current.focus({ preventScroll: true });
    }
  }, []);
  return heading;
}

import { type RefObject, useEffect, useRef } from "react";

/** The screen whose heading was last seen; the first one was loaded, and browsers begin at its top by themselves. */
let seen = typeof window === "undefined" ? "" : window.location.pathname;

/** On another screen keyboards and screen readers begin at its heading, unless it has put the focus somewhere itself. */
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

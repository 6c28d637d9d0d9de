import { type MouseEvent, useCallback } from "react";
import { useNavigate } from "react-router";

/**
 * A click handler for a list of plain links: the app navigates itself, unless the click requests a new tab or similar.
 * The router's own links all rerender whenever the address changes.
 */
export function useLinkNavigation(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const href = (event.target as Element).closest("a[href]")?.getAttribute("href");
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (href && isPlain && !event.defaultPrevented) {
        event.preventDefault();
        const { pathname, search, hash } = window.location;
        void navigate(href, { replace: href === pathname + search + hash });
      }
    },
    [navigate],
  );
}

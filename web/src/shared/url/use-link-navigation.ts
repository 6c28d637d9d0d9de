import { type MouseEvent, useCallback } from "react";
import { useNavigate } from "react-router";

/** What a click within a list of plain links does: the app goes there itself, unless a new tab or the like is
 * wanted. The router's own links are each drawn again with every address. */
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

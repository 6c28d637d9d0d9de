import { useEffect, useState } from "react";

/**
 * A place that stays there for everybody while a dialog is open. An open dialog hides all else in the body from assistive technology, but for elements that
 * must not be hidden. A slot is one of them, and outside a shadow tree it is nothing but a place for what is in it.
 */
export function usePortalContainer(): HTMLElement {
  const [place] = useState(() => document.createElement("slot"));
  useEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return place;
}

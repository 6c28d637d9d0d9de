import { useEffect, useState } from "react";

/**
 * A container that stays accessible while a dialog is open. An open dialog hides everything else in the body from
 * assistive technology, except elements that must not be hidden. A slot is one of these, and outside a shadow tree it
 * is a plain container.
 */
export function usePortalContainer(): HTMLElement {
  const [place] = useState(() => document.createElement("slot"));
  useEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return place;
}

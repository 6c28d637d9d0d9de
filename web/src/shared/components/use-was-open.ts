import { useState } from "react";

/** Whether something is open or ever was: until then it need not be there at all, and later it can still fade out. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
  }
  return wasOpen || isOpen;
}

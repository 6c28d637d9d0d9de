import { useState } from "react";

/** Whether something is or ever was open: until then it need not be mounted, and later it can still fade out. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) {
    setWasOpen(true);
  }
  return wasOpen || isOpen;
}

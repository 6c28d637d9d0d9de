import { type RefObject, useEffect, useState } from "react";
import { usePrinting } from "@/shared/components/printing";

/** Whether somebody has come near an element, or wants it on paper; true ever after. For what is heavy and far down. */
export function useNear(element: RefObject<Element | null>, distance = "400px"): boolean {
  const [near, setNear] = useState(false);
  const printing = usePrinting();
  if (printing && !near) {
    setNear(true);
  }
  useEffect(() => {
    const watched = element.current;
    if (watched === null || near) {
      return;
    }
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) {
          setNear(true);
        }
      },
      { rootMargin: distance },
    );
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element, near, distance]);
  return near;
}

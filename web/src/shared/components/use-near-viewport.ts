import { type RefObject, useEffect, useState } from "react";
import { usePrinting } from "@/shared/components/printing";

/** Whether an element has ever been near the viewport or printed. For heavy content far down the page. */
export function useNearViewport(element: RefObject<Element | null>, distance = "400px"): boolean {
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

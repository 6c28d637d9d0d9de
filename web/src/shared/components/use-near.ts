import { type RefObject, useEffect, useState } from "react";

/** Whether somebody has come near an element; true ever after. For what is heavy and far down. */
export function useNear(element: RefObject<Element | null>, distance = "400px"): boolean {
  const [near, setNear] = useState(false);
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

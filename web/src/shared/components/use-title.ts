import { useEffect } from "react";

/** The document's title while this screen shows; null leaves it as it is. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) {
      document.title = `${title} · Waypost`;
    }
  }, [title]);
}

import { useEffect } from "react";

/** Sets the document's title while this screen is shown; null leaves it as it is. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) {
      document.title = `${title} · Waypost`;
    }
  }, [title]);
}

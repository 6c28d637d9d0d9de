import { useEffect } from "react";

/** Makes the browser ask before it closes or reloads the page, as long as something would be lost or interrupted. */
export function useUnloadWarning(isActive: boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isActive) {
      window.addEventListener("beforeunload", warn);
    }
    return () => window.removeEventListener("beforeunload", warn);
  }, [isActive]);
}

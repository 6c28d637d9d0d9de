import { useEffect, useEffectEvent } from "react";

/** Calls when somebody comes back to this tab, or to this window. */
export function useReturn(onReturn: () => void): void {
  const back = useEffectEvent(() => {
    if (document.visibilityState === "visible") {
      onReturn();
    }
  });
  useEffect(() => {
    const told = () => back();
    addEventListener("focus", told);
    document.addEventListener("visibilitychange", told);
    return () => {
      removeEventListener("focus", told);
      document.removeEventListener("visibilitychange", told);
    };
  }, []);
}

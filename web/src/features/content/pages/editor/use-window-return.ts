import { useEffect, useEffectEvent } from "react";

/** Calls when somebody comes back to this tab, or to this window. */
export function useWindowReturn(onReturn: () => void): void {
  const back = useEffectEvent(() => {
    if (document.visibilityState === "visible") {
      onReturn();
    }
  });
  useEffect(() => {
    const handleReturn = () => back();
    addEventListener("focus", handleReturn);
    document.addEventListener("visibilitychange", handleReturn);
    return () => {
      removeEventListener("focus", handleReturn);
      document.removeEventListener("visibilitychange", handleReturn);
    };
  }, []);
}

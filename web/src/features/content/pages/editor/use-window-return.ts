import { useEffect, useEffectEvent } from "react";

/** Calls back when the user returns to this tab or window. */
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

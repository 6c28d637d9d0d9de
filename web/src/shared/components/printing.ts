import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;
const watching = new Set<() => void>();

/** Says that everything is needed on paper, or no longer; whoever watches is drawn before this returns. */
export function setPrinting(now: boolean): void {
  if (isPrinting !== now) {
    isPrinting = now;
    flushSync(() => watching.forEach((tell) => tell()));
  }
}

function watch(tell: () => void): () => void {
  if (watching.size === 0) {
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
  }
  watching.add(tell);
  return () => {
    watching.delete(tell);
    if (watching.size === 0) {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    }
  };
}

const begin = () => setPrinting(true);
const end = () => setPrinting(false);

/** Whether the page goes on paper: then what is far down is drawn too. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => isPrinting);
}

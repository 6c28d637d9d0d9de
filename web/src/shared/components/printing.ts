import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let isPrinting = false;
const watching = new Set<() => void>();

/** Turns print mode on or off; watching components render before this returns. */
export function setPrinting(now: boolean): void {
  if (isPrinting !== now) {
    isPrinting = now;
    flushSync(() => watching.forEach((notify) => notify()));
  }
}

function watch(notify: () => void): () => void {
  if (watching.size === 0) {
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
  }
  watching.add(notify);
  return () => {
    watching.delete(notify);
    if (watching.size === 0) {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    }
  };
}

const begin = () => setPrinting(true);
const end = () => setPrinting(false);

/** Whether the page is being printed: if so, content far down the page is rendered too. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => isPrinting);
}

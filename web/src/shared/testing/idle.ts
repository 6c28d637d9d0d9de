import { vi } from "vitest";

/** A browser that tells when it has nothing to do only when the test lets time `pass`, one thing at a time. */
export function stubIdle(): { pass: () => void } {
  const scheduled = new Map<number, IdleRequestCallback>();
  let handle = 0;
  vi.stubGlobal("requestIdleCallback", (work: IdleRequestCallback) => {
    scheduled.set(++handle, work);
    return handle;
  });
  vi.stubGlobal("cancelIdleCallback", (of: number) => scheduled.delete(of));
  return {
    pass() {
      const [first] = scheduled;
      if (first !== undefined) {
        scheduled.delete(first[0]);
        first[1]({ didTimeout: false, timeRemaining: () => 9 });
      }
    },
  };
}

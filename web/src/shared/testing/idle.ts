import { vi } from "vitest";

/** Stubs a browser that becomes idle only when the test calls `pass`, which runs one callback at a time. */
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

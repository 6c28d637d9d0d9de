import { vi } from "vitest";

/** A browser that tells when it has nothing to do only when the test lets time `pass`, one thing at a time. */
export function stubIdle(): { pass: () => void } {
  const asked = new Map<number, IdleRequestCallback>();
  let handle = 0;
  vi.stubGlobal("requestIdleCallback", (work: IdleRequestCallback) => {
    asked.set(++handle, work);
    return handle;
  });
  vi.stubGlobal("cancelIdleCallback", (of: number) => asked.delete(of));
  return {
    pass() {
      const [first] = asked;
      if (first !== undefined) {
        asked.delete(first[0]);
        first[1]({ didTimeout: false, timeRemaining: () => 9 });
      }
    },
  };
}

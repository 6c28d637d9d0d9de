import { vi } from "vitest";

/** A browser in which everything is on the screen as soon as somebody watches it. */
export function stubIntersectionObserver(): void {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly tell: (seen: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.tell([{ isIntersecting: true }]);
      }
      disconnect() {
        return undefined;
      }
    },
  );
}

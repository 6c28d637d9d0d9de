import { vi } from "vitest";

/** Stubs a browser in which every observed element is immediately visible. */
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

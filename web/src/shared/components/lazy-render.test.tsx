import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LazyRender } from "@/shared/components/lazy-render";

class NothingSeen {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IntersectionObserver", NothingSeen);
  vi.stubGlobal("requestIdleCallback", (done: () => void) => setTimeout(done, 1000));
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Screen({ value }: { value: number }) {
  return ["map", "funnel"].map((name) => (
    <LazyRender key={name} height={100}>
      <p>{`${name} ${value}`}</p>
    </LazyRender>
  ));
}

test("off-screen content is rendered however often it changes, and ends up with the latest version", async () => {
  const { rerender } = render(<Screen value={0} />);
  expect(screen.queryByText(/map/)).toBeNull();
  for (let value = 1; value <= 6; value += 1) {
    await act(() => vi.advanceTimersByTimeAsync(600));
    rerender(<Screen value={value} />);
  }
  expect(screen.getByText(/map/)).toBeInTheDocument();
  expect(screen.getByText(/funnel/)).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText("map 6")).toBeInTheDocument();
  expect(screen.getByText("funnel 6")).toBeInTheDocument();
});

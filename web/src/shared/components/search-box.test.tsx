import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useState } from "react";
import { SearchBox } from "@/shared/components/search-box";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a search is reported once, when the typing pauses", () => {
  const onChange = vi.fn();
  render(<SearchBox value="" onChange={onChange} />);
  for (const value of ["s", "su", "sun"]) {
    fireEvent.change(screen.getByLabelText("Search"), { target: { value } });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1000);
  expect(onChange.mock.calls).toEqual([["sun"]]);
});

test("another search in the address, by Back or a button, is shown and not reverted", () => {
  const onChange = vi.fn();
  const { rerender } = render(<SearchBox value="sun" onChange={onChange} />);
  rerender(<SearchBox value="" onChange={onChange} />);
  vi.advanceTimersByTime(1000);
  expect(screen.getByLabelText("Search")).toHaveValue("");
  expect(onChange).not.toHaveBeenCalled();
});

test("a choice made while the typing pauses is not undone by the typed text", () => {
  function Screen() {
    const [view, setView] = useState({ filter: "", kind: "all" });
    return (
      <>
        <SearchBox value={view.filter} onChange={(filter) => setView({ ...view, filter })} />
        <button type="button" onClick={() => setView({ ...view, kind: "forms" })}>
          Forms
        </button>
        <output>{`${view.filter} ${view.kind}`}</output>
      </>
    );
  }
  render(<Screen />);
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "sun" } });
  vi.advanceTimersByTime(100);
  fireEvent.click(screen.getByText("Forms"));
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(screen.getByRole("status")).toHaveTextContent("sun forms");
});

test("letters typed while an earlier search is on its way to the URL stay", () => {
  const onChange = vi.fn();
  const { rerender } = render(<SearchBox value="" onChange={onChange} />);
  const box = screen.getByLabelText("Search");
  const type = (value: string, milliseconds: number) => {
    fireEvent.change(box, { target: { value } });
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  type("su", 1000);
  type("sun", 100);
  rerender(<SearchBox value="su" onChange={onChange} />);
  expect(box).toHaveValue("sun");
  type("suns", 1000);
  type("", 1000);
  rerender(<SearchBox value="suns" onChange={onChange} />);
  expect(box).toHaveValue("");
  rerender(<SearchBox value="" onChange={onChange} />);
  rerender(<SearchBox value="su" onChange={onChange} />); // Back
  expect(box).toHaveValue("su");
  expect(onChange.mock.calls).toEqual([["su"], ["suns"], [""]]);
});

test("a search cleared by a button during typing stays cleared", () => {
  const onChange = vi.fn();
  const { rerender } = render(<SearchBox value="sun" onChange={onChange} />);
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "suns" } });
  rerender(<SearchBox value="" onChange={onChange} />);
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(screen.getByLabelText("Search")).toHaveValue("");
  expect(onChange).not.toHaveBeenCalled();
});

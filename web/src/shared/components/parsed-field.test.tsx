import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ParsedField } from "@/shared/components/parsed-field";

function Until({ onParsed }: { onParsed: (text: string) => void }) {
  const [value, setValue] = useState("2027-12-31T18:00");
  const change = (text: string) => {
    onParsed(text);
    setValue(text);
  };
  return <ParsedField type="datetime-local" label="Until" value={value} onChange={change} />;
}

/** Sets the value as browsers do: an incomplete date has no value. */
function type(value: string, badInput: boolean) {
  const input = screen.getByLabelText("Until");
  Object.defineProperty(input, "validity", { value: { badInput }, configurable: true });
  fireEvent.change(input, { target: { value } });
}

test("half a date removes nothing, and an error is shown", () => {
  const onParsed = vi.fn();
  render(<Until onParsed={onParsed} />);

  type("", true);
  expect(onParsed).not.toHaveBeenCalled();
  expect(screen.getByText("Complete the date, or clear it")).toBeVisible();
  expect(screen.getByLabelText("Until")).toHaveValue("");

  type("2028-01-01T09:00", false);
  expect(onParsed.mock.calls).toEqual([["2028-01-01T09:00"]]);
  expect(screen.queryByText("Complete the date, or clear it")).toBeNull();
});

test("a field emptied after half a date is empty on blur", () => {
  const onParsed = vi.fn();
  render(<Until onParsed={onParsed} />);

  type("", true);
  Object.defineProperty(screen.getByLabelText("Until"), "validity", { value: { badInput: false }, configurable: true });
  fireEvent.blur(screen.getByLabelText("Until"));
  expect(onParsed.mock.calls).toEqual([[""]]);
});

test("leaving an untouched field reports nothing", () => {
  const onParsed = vi.fn();
  render(<Until onParsed={onParsed} />);
  fireEvent.blur(screen.getByLabelText("Until"));
  expect(onParsed).not.toHaveBeenCalled();
});

test("a value that is set from outside replaces half a date, also if it is empty", () => {
  const field = (value: string) => <ParsedField type="date" label="Until" value={value} onChange={() => undefined} />;
  const { rerender } = render(field("2027-12-31"));
  type("", true);
  const input = screen.getByLabelText<HTMLInputElement>("Until");
  const cleared = vi.spyOn(input, "value", "set");
  rerender(field(""));
  expect(cleared).toHaveBeenCalledWith("");
  expect(screen.queryByText("Complete the date, or clear it")).toBeNull();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { WholeField } from "@/shared/components/whole-field";

function Until({ told }: { told: (text: string) => void }) {
  const [value, setValue] = useState("2027-12-31T18:00");
  const change = (text: string) => {
    told(text);
    setValue(text);
  };
  return <WholeField type="datetime-local" label="Until" value={value} onChange={change} />;
}

/** Puts it as browsers do: what is no whole date has no value. */
function type(value: string, badInput: boolean) {
  const input = screen.getByLabelText("Until");
  Object.defineProperty(input, "validity", { value: { badInput }, configurable: true });
  fireEvent.change(input, { target: { value } });
}

test("half a date takes nothing away, and is said", () => {
  const told = vi.fn();
  render(<Until told={told} />);

  type("", true);
  expect(told).not.toHaveBeenCalled();
  expect(screen.getByText("Complete the date, or empty it")).toBeVisible();
  expect(screen.getByLabelText("Until")).toHaveValue("");

  type("2028-01-01T09:00", false);
  expect(told.mock.calls).toEqual([["2028-01-01T09:00"]]);
  expect(screen.queryByText("Complete the date, or empty it")).toBeNull();
});

test("what is emptied after half a date is empty when the field is left", () => {
  const told = vi.fn();
  render(<Until told={told} />);

  type("", true);
  Object.defineProperty(screen.getByLabelText("Until"), "validity", { value: { badInput: false }, configurable: true });
  fireEvent.blur(screen.getByLabelText("Until"));
  expect(told.mock.calls).toEqual([[""]]);
});

test("leaving a field that was not touched tells nothing", () => {
  const told = vi.fn();
  render(<Until told={told} />);
  fireEvent.blur(screen.getByLabelText("Until"));
  expect(told).not.toHaveBeenCalled();
});

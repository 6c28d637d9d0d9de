import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { onRadioKey } from "@/shared/components/radio-keys";

const NAMES = ["Redirect", "Page", "Form"] as const;

function Kinds() {
  const [kind, setKind] = useState<string>("Redirect");
  return (
    <div role="radiogroup" aria-label="Kind" tabIndex={-1} onKeyDown={onRadioKey}>
      {NAMES.map((name) => (
        <button
          key={name}
          role="radio"
          type="button"
          aria-checked={kind === name}
          tabIndex={kind === name ? 0 : -1}
          onClick={() => setKind(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

test("arrow keys choose the next button and wrap around; other keys do nothing", () => {
  render(<Kinds />);
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  screen.getByRole("radio", { name: "Redirect" }).focus();
  press("ArrowRight");
  expect(screen.getByRole("radio", { name: "Page" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Page" })).toHaveFocus();
  press("ArrowUp");
  press("ArrowLeft");
  expect(screen.getByRole("radio", { name: "Form" })).toBeChecked();
  press("a");
  expect(screen.getByRole("radio", { name: "Form" })).toHaveFocus();
});

import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { StepButton } from "@/features/content/pages/editor/step-button";
import { renderApp } from "@/shared/testing/render";

function Steps() {
  const [left, setLeft] = useState(1);
  return (
    <>
      <output>{left}</output>
      <StepButton label="Undo" isPossible={left > 0} onStep={() => setLeft(left - 1)}>
        ↶
      </StepButton>
    </>
  );
}

test("undo at the end of the history keeps the focus, and further clicks do nothing", () => {
  renderApp(<Steps />);
  const undo = screen.getByRole("button", { name: "Undo" });
  undo.focus();
  fireEvent.click(undo);
  expect(undo.getAttribute("aria-disabled")).toBe("true");
  expect(undo.hasAttribute("disabled")).toBe(false);
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  expect(screen.getByRole("status").textContent).toBe("0");
});

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useFocusRecovery } from "@/app/shell/focus-recovery";

function Screen() {
  useFocusRecovery();
  const [names, setNames] = useState(["First", "Second", "Third"]);
  const [isBusy, setIsBusy] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Names</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button onClick={() => setNames((now) => now.filter((it) => it !== name))}>Remove {name}</button>
          </li>
        ))}
      </ul>
      <p>
        <button disabled={isBusy} onClick={() => setIsBusy(true)}>
          Check
        </button>
      </p>
      <button onClick={() => setIsBusy(false)}>The answer comes</button>
    </main>
  );
}

/** Clicks a button as a keyboard does. */
function press(name: string) {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

test("after a row is removed, the focus moves to the row that replaces it, then to the one before, then to the heading", async () => {
  render(<Screen />);
  press("Remove Second");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Third" })).toHaveFocus());
  press("Remove Third");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove First" })).toHaveFocus());
  press("Remove First");
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
});

/** Clicks a button as fingers and mice do: it gets the focus before the click. */
function point(name: string) {
  const button = screen.getByRole("button", { name });
  fireEvent.pointerDown(button);
  button.focus();
  fireEvent.click(button);
}

test("after a pointer click, no focus position is remembered", async () => {
  render(<Screen />);
  point("Remove First");
  await new Promise((done) => setTimeout(done, 300));
  expect(document.body).toHaveFocus();
});

test("keyboard use after a pointer click remembers the focus position again", async () => {
  render(<Screen />);
  const button = screen.getByRole("button", { name: "Remove First" });
  fireEvent.pointerDown(button);
  button.focus();
  fireEvent.keyDown(button, { key: "Enter" });
  fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Second" })).toHaveFocus());
});

test("a button that was disabled while it waited for its response gets the focus back", async () => {
  render(<Screen />);
  press("Check");
  const check = screen.getByRole("button", { name: "Check" });
  // Browsers remove the focus from an element that is disabled.
  await waitFor(() => expect(check).toBeDisabled());
  check.blur();
  fireEvent.click(screen.getByText("The answer comes"));
  await waitFor(() => expect(check).toHaveFocus());
});

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

/** As keyboards press. */
function press(name: string) {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

test("what takes the place of a row that is gone has the focus, then the one before, then the heading", async () => {
  render(<Screen />);
  press("Remove Second");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Third" })).toHaveFocus());
  press("Remove Third");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove First" })).toHaveFocus());
  press("Remove First");
  await waitFor(() => expect(screen.getByRole("heading")).toHaveFocus());
});

/** As fingers and mice press: what is pressed has the focus before it is clicked. */
function point(name: string) {
  const button = screen.getByRole("button", { name });
  fireEvent.pointerDown(button);
  button.focus();
  fireEvent.click(button);
}

test("anyone who points at things keeps no place", async () => {
  render(<Screen />);
  point("Remove First");
  await new Promise((done) => setTimeout(done, 300));
  expect(document.body).toHaveFocus();
});

test("anyone who goes on by keyboard after pointing keeps the place", async () => {
  render(<Screen />);
  const button = screen.getByRole("button", { name: "Remove First" });
  fireEvent.pointerDown(button);
  button.focus();
  fireEvent.keyDown(button, { key: "Enter" });
  fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove Second" })).toHaveFocus());
});

test("a button that was off while its answer came has the focus again", async () => {
  render(<Screen />);
  press("Check");
  const check = screen.getByRole("button", { name: "Check" });
  // What browsers do with the focus of something that is off.
  await waitFor(() => expect(check).toBeDisabled());
  check.blur();
  fireEvent.click(screen.getByText("The answer comes"));
  await waitFor(() => expect(check).toHaveFocus());
});

import Pagination from "@mui/material/Pagination";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardDoubleClicks } from "@/shared/components/double-clicks";

let stop: () => void;

beforeEach(() => {
  stop = guardDoubleClicks(window);
});
afterEach(() => stop());

function List({ onDelete }: { onDelete: (name: string) => void }) {
  const [names, setNames] = useState(["Espresso", "Latte"]);
  return names.map((name) => (
    <button
      key={name}
      onClick={() => {
        onDelete(name);
        setNames(names.filter((one) => one !== name));
      }}
    >
      Delete
    </button>
  ));
}

test("the second click of a double click does not hit the row that takes the place of the first", () => {
  const onDelete = vi.fn();
  render(<List onDelete={onDelete} />);

  fireEvent.click(screen.getAllByRole("button")[0] as HTMLElement, { detail: 1 });
  fireEvent.click(screen.getByRole("button"), { detail: 2 });
  expect(onDelete.mock.calls).toEqual([["Espresso"]]);

  // A click of its own is intended.
  fireEvent.click(screen.getByRole("button"), { detail: 1 });
  expect(onDelete.mock.calls).toEqual([["Espresso"], ["Latte"]]);
});

function Poll({ onChange }: { onChange: (isOpen: boolean) => void }) {
  const [isOpen, setOpen] = useState(true);
  const change = () => {
    setOpen(!isOpen);
    onChange(!isOpen);
  };
  return <button onClick={change}>{isOpen ? "Close" : "Reopen"}</button>;
}

test("the second click does not undo the first on a button that changes its meaning", () => {
  const onChange = vi.fn();
  render(<Poll onChange={onChange} />);

  fireEvent.click(screen.getByRole("button"), { detail: 1 });
  fireEvent.click(screen.getByRole("button"), { detail: 2 });

  expect(onChange.mock.calls).toEqual([[false]]);
});

test("a button that keeps its meaning can be clicked as fast as one likes", () => {
  const onClick = vi.fn();
  render(<button onClick={onClick}>Add answer</button>);

  for (const detail of [1, 2, 3]) {
    fireEvent.click(screen.getByRole("button"), { detail });
  }

  expect(onClick).toHaveBeenCalledTimes(3);
});

test("the keyboard and clicks after one on a text are not discarded", () => {
  const onClick = vi.fn();
  render(
    <>
      <p>Espresso</p>
      <button onClick={onClick}>Delete</button>
    </>,
  );

  fireEvent.click(screen.getByText("Espresso"), { detail: 1 });
  fireEvent.click(screen.getByRole("button"), { detail: 2 });
  fireEvent.click(screen.getByRole("button"), { detail: 0 });

  expect(onClick).toHaveBeenCalledTimes(2);
});

test.each(["{Enter}", " "])("the key %j acts each time, however fast it is pressed", async (key) => {
  const onDelete = vi.fn();
  render(<List onDelete={onDelete} />);
  const user = userEvent.setup({ delay: null });

  fireEvent.click(screen.getAllByRole("button")[0] as HTMLElement, { detail: 1 });
  screen.getByRole("button").focus();
  await user.keyboard(key);

  expect(onDelete.mock.calls).toEqual([["Espresso"], ["Latte"]]);
});

test("fast clicks turn several pages, and undo several steps up to the last one", () => {
  const turned: number[] = [];
  const undone: number[] = [];
  function Screen() {
    const [page, setPage] = useState(4);
    const [steps, setSteps] = useState(2);
    return (
      <>
        <Pagination
          count={20}
          page={page}
          onChange={(_, next) => {
            turned.push(next);
            setPage(next);
          }}
        />
        <button
          aria-disabled={steps === 0}
          onClick={() => {
            if (steps > 0) {
              undone.push(steps);
              setSteps(steps - 1);
            }
          }}
        >
          Undo
        </button>
      </>
    );
  }
  render(<Screen />);

  for (const detail of [1, 2, 3]) {
    fireEvent.click(screen.getByRole("button", { name: "Go to next page" }), { detail });
  }
  for (const detail of [1, 2, 3]) {
    fireEvent.click(screen.getByRole("button", { name: "Undo" }), { detail });
  }

  expect(turned).toEqual([5, 6, 7]);
  expect(undone).toEqual([2, 1]);
});

test("an earlier click does not count if the first press of a double click has none of its own", () => {
  // Safari fires no click if the element under the pointer changes while the button is down, as when a menu opens.
  const onClick = vi.fn();
  render(
    <>
      <button>Next</button>
      <p>Espresso</p>
      <button onClick={onClick}>Delete</button>
    </>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Next" }), { detail: 1 });

  fireEvent.mouseDown(screen.getByText("Espresso"), { detail: 1 });
  fireEvent.mouseDown(screen.getByRole("button", { name: "Delete" }), { detail: 2 });
  fireEvent.click(screen.getByRole("button", { name: "Delete" }), { detail: 2 });

  expect(onClick).toHaveBeenCalledOnce();
});

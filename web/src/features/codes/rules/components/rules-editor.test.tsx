import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { RulesEditor } from "@/features/codes/rules/components/rules-editor";
import type { Code } from "@/features/codes/rules/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const READ = { code_id: "ABCDEFGHJK", version: 3, type: "redirect", rules: [], has_password: false } as unknown as Code;
const WINDOW = {
  kind: "date_window",
  label: "Date",
  hint: "",
  input: "date_window",
  operators: [],
  choices: [],
  free: false,
};
const OPTIONS = { conditions: [WINDOW], max_conditions: 5, time_zones: [], weekdays: [], outcomes: [], max_rules: 50 };

const sent: (number | null | undefined)[] = [];
const tried: unknown[] = [];
let now: Code;

function Route() {
  const [code, setCode] = useState(READ);
  return (
    <>
      <Link to="/?part=access">Access</Link>
      <button type="button" onClick={() => setCode({ ...READ, version: 4 })}>
        Read again
      </button>
      <RulesEditor code={code} zone="UTC" />
    </>
  );
}

beforeEach(async () => {
  sent.length = 0;
  tried.length = 0;
  now = { ...READ, version: 4, rules: [{ name: "Theirs", outcome: { type: "page" } }] };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body?: { version?: number } } = {}) => {
    if (path.endsWith("simulate-visit")) {
      tried.push(body);
      const refusal = {
        status: 422,
        code: "invalid",
        message: "No",
        errors: [{ field: "visit.latitude", message: "must be at most 90" }],
      };
      return Promise.resolve({ error: refusal, response: new Response("", { status: 422 }) });
    }
    if (path.endsWith("get-code")) {
      return Promise.resolve({ data: now, response: new Response() });
    }
    if (!path.endsWith("update-code")) {
      return Promise.resolve({ data: OPTIONS, response: new Response() });
    }
    sent.push(body?.version);
    const conflict = { status: 409, code: "code_changed", message: "Someone else changed this code meanwhile." };
    return Promise.resolve(
      body?.version === 4
        ? { data: { ...READ, version: 5 }, response: new Response() }
        : { error: conflict, response: new Response("", { status: 409 }) },
    );
  }) as never);
  vi.spyOn(calls, "GET").mockImplementation(() => Promise.resolve({ data: OPTIONS, response: new Response() }));
  const router = createMemoryRouter([{ path: "/", element: <Route /> }]);
  renderApp(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole("button", { name: "Add rule" }));
});

test("leaving with unsaved rules asks first", async () => {
  fireEvent.click(screen.getByRole("link", { name: "Access" }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("rules can be saved although somebody else changed the code in the meantime, and then be left", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Save rules" }));
  expect(await screen.findByRole("dialog", { name: "Someone else changed this code" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Read again", hidden: true }));
  fireEvent.click(screen.getByRole("button", { name: "Save my changes" }));
  await waitFor(() => expect(sent).toEqual([3, 4]));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("link", { name: "Access" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** Browsers report an incomplete "31/12/" as input without a value. */
function fillHalf(input: HTMLElement) {
  Object.defineProperty(input, "validity", { value: { badInput: true }, configurable: true });
}

test("an incomplete date in a rule does not count as removed: nothing is saved or simulated", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Add condition" }));
  fillHalf(screen.getByLabelText("Until"));
  for (const [button, start] of [
    ["Save rules", "2027-01-01T10:00"],
    ["Run simulation", "2027-01-01T11:00"],
  ] as const) {
    fireEvent.click(screen.getByRole("button", { name: button }));
    const condition = screen.getByRole("group", { name: /^Condition 1/ });
    expect(await within(condition).findByText("Complete the date and time, or clear them")).toBeVisible();
    fireEvent.change(screen.getByLabelText("From"), { target: { value: start } });
    expect(within(condition).queryByText("Complete the date and time, or clear them")).toBeNull();
  }
  expect([sent, tried]).toEqual([[], []]);
});

test("an error about the simulated visitor is shown at its field", async () => {
  fillHalf(screen.getByLabelText("When"));
  fireEvent.click(screen.getByRole("button", { name: "Run simulation" }));
  expect(await screen.findByText("Complete the date and time, or clear them")).toBeVisible();
  expect(tried).toEqual([]);

  Object.defineProperty(screen.getByLabelText("When"), "validity", { value: { badInput: false } });
  fireEvent.change(screen.getByLabelText("Latitude"), { target: { value: "95" } });
  fireEvent.click(screen.getByRole("button", { name: "Run simulation" }));
  expect(await screen.findByText("must be at most 90")).toBeVisible();
});

test("saving rules after a change of something else, like a restored code, asks no question", async () => {
  now = { ...READ, version: 4, name: "New name" };
  fireEvent.click(screen.getByRole("button", { name: "Save rules" }));
  await waitFor(() => expect(sent).toEqual([3, 4]));
  expect(await screen.findByText("Rules saved")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

const DESCRIPTION = {
  outcome: "redirect",
  url: "https://a.example/",
  app_url: null,
  is_offer: false,
  message: "",
  steps: [],
  rules: [],
};

test("a simulation result disappears when the visitor or the rules change", async () => {
  const posting = vi.mocked(calls.POST).getMockImplementation() as unknown as (path: string, given: unknown) => unknown;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, given: unknown) =>
    path.endsWith("simulate-visit")
      ? Promise.resolve({ data: DESCRIPTION, response: new Response() })
      : posting(path, given)) as never);
  const tryIt = async () => {
    fireEvent.click(screen.getByRole("button", { name: "Run simulation" }));
    expect(await screen.findByText("Goes to https://a.example/")).toBeVisible();
  };

  for (const [label, value] of [
    ["City", "London"],
    ["Name of rule 1", "Lunch"],
  ] as const) {
    await tryIt();
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    expect(screen.queryByText("Goes to https://a.example/")).toBeNull();
    expect(screen.getByText("The settings changed. Run the simulation again.")).toBeInTheDocument();
  }
});

test("text that is dragged into a field does not move a rule", () => {
  fireEvent.click(screen.getByRole("button", { name: "Add rule" }));
  fireEvent.change(screen.getByLabelText("Name of rule 1"), { target: { value: "First" } });
  const words = { types: ["text/plain"], getData: () => "" };

  const isTaken = !fireEvent.drop(screen.getByLabelText("Name of rule 2"), { dataTransfer: words });

  expect(isTaken).toBe(false);
  expect(screen.getByLabelText("Name of rule 1")).toHaveValue("First");
});

test("moving a rule up by keyboard keeps the focus when it has reached the top", () => {
  fireEvent.click(screen.getByRole("button", { name: "Add rule" }));
  fireEvent.change(screen.getByLabelText("Name of rule 2"), { target: { value: "Lunch" } });
  const up = screen.getByRole("button", { name: "Move Lunch up" });

  fireEvent.click(up);
  up.focus();
  fireEvent.click(up);

  expect(up).toHaveFocus();
  expect(up).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByLabelText("Name of rule 1")).toHaveValue("Lunch");
});

test("unchanged rules are not sent, so that a child keeps following its base in them", async () => {
  now = { ...READ, version: 4 };
  fireEvent.click(screen.getByRole("button", { name: "Save rules" }));
  await waitFor(() => expect(sent).toEqual([3, 4]));
  await screen.findByText("Rules saved");

  fireEvent.click(screen.getByRole("button", { name: "Save rules" }));

  expect(await screen.findByText("No changes to save")).toBeVisible();
  expect(sent).toEqual([3, 4]);
});

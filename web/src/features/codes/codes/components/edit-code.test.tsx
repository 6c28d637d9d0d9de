import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { EMPTY_FORM } from "@/features/codes/codes/code-form";
import { EditCode } from "@/features/codes/codes/components/edit-code";
import type { Code, PicturePanels } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PANELS: PicturePanels = {
  Designer: ({ design, onChange }) => (
    <button type="button" onClick={() => onChange({ ...design, foreground: "#00695c" })}>
      Make it green
    </button>
  ),
  Preview: () => null,
  Unreadable: () => null,
};
const READ = {
  ...EMPTY_FORM,
  code_id: "ABCDEFGHJK",
  version: 3,
  name: "Poster",
  destination: "https://a.example/",
  url: "https://go.example/ABCDEFGHJK",
} as unknown as Code;

const sent: Record<string, unknown>[] = [];
let refused: unknown;
let stored = 4;
let now: Code;

beforeEach(() => {
  sent.length = 0;
  refused = null;
  stored = 4;
  now = { ...READ, version: 4, destination: "https://theirs.example/" };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("get-code")) {
      return Promise.resolve({ data: now, response: new Response() });
    }
    if (!path.endsWith("update-code")) {
      return Promise.resolve({ data: { items: [] }, response: new Response() });
    }
    sent.push(body);
    if (refused !== null) {
      return Promise.resolve({ error: refused, response: new Response("", { status: 422 }) });
    }
    const conflict = { status: 409, code: "code_changed", message: "Someone else changed this code meanwhile." };
    return Promise.resolve(
      body["version"] === stored
        ? { data: READ, response: new Response() }
        : { error: conflict, response: new Response("", { status: 409 }) },
    );
  }) as never);
});

/** Provides the code as its route does: fetched again as soon as the user returns to the tab. */
function Route() {
  const [code, setCode] = useState(READ);
  return (
    <>
      <button type="button" onClick={() => setCode({ ...READ, version: 4, destination: "https://theirs.example/" })}>
        Come back
      </button>
      <EditCode code={code} panels={PANELS} />
    </>
  );
}

function open() {
  const routes = [
    { path: "/edit", element: <Route /> },
    { path: "*", element: <p>Elsewhere</p> },
  ];
  renderApp(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/edit"] })} />);
}

test("somebody else's change is never overwritten without asking, and only changed fields are sent", async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Come back" }));

  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save my changes" }));

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { code_id: "ABCDEFGHJK", version: 3, name: "Mine" },
    { code_id: "ABCDEFGHJK", version: 4, name: "Mine" },
  ]);
  expect(await screen.findByText("Elsewhere")).toBeVisible();
});

test("somebody else's change can be accepted instead", async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Come back" }));
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  fireEvent.click(await screen.findByRole("button", { name: "Load their version" }));
  await waitFor(() => expect(screen.getByLabelText(/^Destination/)).toHaveProperty("value", "https://theirs.example/"));
  expect(screen.getByLabelText(/^Name/)).toHaveProperty("value", "Poster");
});

test("leaving with unsaved input asks first, and leaving after saving does not", async () => {
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("link", { name: "Cancel" }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText(/^Name/)).toHaveProperty("value", "Mine");

  stored = 3;
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
});

test("a user who typed nothing can leave without a question", async () => {
  open();
  fireEvent.click(screen.getByRole("link", { name: "Cancel" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
});

test("the design and the rest are saved together, so that a refusal of one does not leave a partial change", async () => {
  stored = 3;
  open();
  fireEvent.click(screen.getByRole("button", { name: "Make it green" }));
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    version: 3,
    name: "Mine",
    design: { foreground: "#00695c" },
    accept_unreadable: false,
  });
});

test("saving after a change of something else, like a restored code, asks no question", async () => {
  now = { ...READ, version: 4, state: "paused", tags: ["summer"] };
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(sent).toEqual([
    { code_id: "ABCDEFGHJK", version: 3, name: "Mine" },
    { code_id: "ABCDEFGHJK", version: 4, name: "Mine" },
  ]);
});

test("if several fields are refused, those without an input are also reported, in plain words", async () => {
  const errors = [
    { field: "name", message: "must not be empty" },
    { field: "tags.2", message: "must have at most 40 characters" },
  ];
  refused = { status: 422, code: "invalid", message: "Some fields are invalid.", errors };
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));

  expect(await screen.findByText("must not be empty")).toBeVisible();
  expect(await screen.findByRole("alert")).toHaveTextContent("Tag 3 must have at most 40 characters");
});

test("editing on after a lost response is not reported as somebody else's change", async () => {
  const bodies: Record<string, unknown>[] = [];
  let saved: Code = READ;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("get-code")) {
      return Promise.resolve({ data: saved, response: new Response() });
    }
    if (!path.endsWith("update-code")) {
      return Promise.resolve({ data: { items: [] }, response: new Response() });
    }
    bodies.push(body);
    if (body["version"] !== saved.version) {
      const conflict = { status: 409, code: "code_changed", message: "Someone else changed this code meanwhile." };
      return Promise.resolve({ error: conflict, response: new Response("", { status: 409 }) });
    }
    saved = { ...saved, ...body, version: saved.version + 1 };
    return bodies.length === 1
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve({ data: saved, response: new Response() });
  }) as never);
  open();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText(/can’t be reached/)).toBeVisible();
  // A value that was changed back must be sent too, because the server has the other one by now.
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Poster" } });
  fireEvent.change(screen.getByLabelText(/^Destination/), { target: { value: "https://b.example/" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(saved).toMatchObject({ name: "Poster", destination: "https://b.example/", version: 5 });
});

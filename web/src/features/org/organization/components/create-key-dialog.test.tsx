import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CreateKeyDialog } from "@/features/org/organization/components/create-key-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

type Answer = { data?: unknown; error?: unknown; response: Response };
let answer: (phrase: Answer) => void;
const closed = vi.fn();

beforeEach(() => {
  closed.mockReset();
  vi.spyOn(calls, "POST").mockImplementation(() => new Promise<Answer>((resolve) => (answer = resolve)));
});
afterEach(() => vi.restoreAllMocks());

async function open() {
  const router = createMemoryRouter([
    { path: "/", element: <CreateKeyDialog open ownRole="admin" onClose={closed} /> },
    { path: "/codes", element: <p>Codes</p> },
  ]);
  renderApp(<RouterProvider router={router} />);
  fireEvent.change(screen.getByLabelText(/Name/), { target: { value: "Till" } });
  fireEvent.click(screen.getByRole("button", { name: "Create key" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled());
  return router;
}

const escape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
const made = { data: { action: "make", api_key: "wp_secret" }, response: new Response() };

test("a key that is being created is shown, whatever is pressed in the meantime", async () => {
  await open();
  escape();
  expect(closed).not.toHaveBeenCalled();

  answer(made);
  expect(await screen.findByText("wp_secret")).toBeVisible();
  escape();
  expect(closed).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(closed).toHaveBeenCalledOnce();
});

test("a failed creation leaves a dialog that Escape closes", async () => {
  await open();
  answer({
    error: { code: "busy", message: "Not now.", status: 503, errors: [] },
    response: new Response(null, { status: 503 }),
  });
  expect(await screen.findByText("Not now.")).toBeVisible();
  escape();
  expect(closed).toHaveBeenCalledOnce();
});

test("leaving for another screen while the key is shown asks first", async () => {
  const router = await open();
  answer(made);
  await screen.findByText("wp_secret");
  void router.navigate("/codes");

  expect(await screen.findByText("Close without copying the key?")).toBeVisible();
  expect(screen.queryByText("Codes")).toBeNull();
});

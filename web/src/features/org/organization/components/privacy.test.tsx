import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Privacy } from "@/features/org/organization/components/privacy";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const AT = "2026-06-01T12:00:00Z";
const ERASURE = { subject: "customer", author: "Ana", reason: null, asked_at: AT, finished_at: null, receipt: {} };
const LIST = {
  items: [
    { ...ERASURE, erasure_id: "erasure_1", state: "failed" },
    {
      ...ERASURE,
      erasure_id: "erasure_2",
      state: "done",
      reason: "Asked by letter",
      finished_at: AT,
      receipt: { rows: { customers: 1 } },
    },
  ],
  total: 2,
};
const NOBODY = { code: "nobody_to_erase", message: "No customer has this address or number.", status: 404, errors: [] };

function answering(role: string) {
  const asked: [string, unknown][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: { email?: string } }) => {
    asked.push([path, body]);
    const answers: Record<string, unknown> = {
      "/v1/get-org-data": { role, time_zone: "UTC", retention_months: null, visitor_consent: "opt_out" },
      "/v1/list-erasures": LIST,
      "/v1/erase-person": { erasure_id: "erasure_3", job_id: "job_1" },
    };
    const isUnknown = body.email === "nobody@example.com";
    const response = new Response(null, { status: isUnknown ? 404 : 200 });
    return Promise.resolve(isUnknown ? { error: NOBODY, response } : { data: answers[path], response });
  }) as never);
  const screenWithLink = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Privacy />
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: screenWithLink },
    { path: "/elsewhere", element: <p>Another screen</p> },
  ]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return asked.filter.bind(asked, ([path]: [string, unknown]) => path === "/v1/erase-person");
}

afterEach(() => vi.restoreAllMocks());

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("a person is erased after the word was typed, and not before", async () => {
  const erased = answering("admin");
  await screen.findByText("1 record");
  expect(screen.getByText("Reason: Asked by letter")).toBeTruthy();
  press("Erase…");
  expect(screen.getByText("Enter an identifier")).toBeTruthy();

  write(/^Identifier(?! type)/, "nobody@example.com");
  press("Erase…");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Erase permanently" }).disabled).toBe(true);
  expect(erased()).toEqual([]);
  write(/Type ERASE/, "erase");
  press("Erase permanently");
  await screen.findByText("No customer has this address or number.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  press("Continue");
  await waitFor(() => expect(erased()).toHaveLength(2));
  expect(erased().map(([, body]) => body)).toEqual([{ email: "nobody@example.com" }, { erasure_id: "erasure_1" }]);
});

test("members who are not admins see whom to ask", async () => {
  answering("editor");

  expect(await screen.findByText("Admins only")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Erase…" })).toBeNull();
});

test("an admin selects when visitors are remembered", async () => {
  answering("admin");
  const optIn = await screen.findByRole<HTMLInputElement>("radio", { name: /^Opt-in/ });
  const save = screen.getAllByRole<HTMLButtonElement>("button", { name: "Save" })[0];
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Opt-out/ }).checked).toBe(true);
  expect(save?.disabled).toBe(true);

  fireEvent.click(optIn);
  fireEvent.click(save as HTMLButtonElement);

  const sent = () =>
    (vi.mocked(calls.POST).mock.calls as unknown as [string, unknown][]).filter(
      ([path]) => path === "/v1/update-organization",
    );
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.[1]).toMatchObject({ body: { visitor_consent: "opt_in" } });
});

test("a selection that is not saved yet is not lost silently", async () => {
  answering("admin");
  fireEvent.click(await screen.findByRole("radio", { name: /^Opt-in/ }));

  fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));

  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  press("Cancel");
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /^Opt-in/ })).checked).toBe(true);

  fireEvent.click(screen.getByRole("radio", { name: /^Opt-out/ }));
  fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(await screen.findByText("Another screen")).toBeVisible();
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ContactRules } from "@/features/people/consents/components/contact-rules";
import { renderApp, sessionOf } from "@/shared/testing/render";

const ROLE = "admin";

const ANSWERS: Record<string, unknown> = {
  "/v1/get-org-data": { org_id: "org_1", role: ROLE, time_zone: "UTC" },
  "/v1/list-suppressions": { items: [], total: 0, addresses: 1, page: 1, pageSize: 25 },
  "/v1/get-contact-rules": {
    quiet_from: null,
    quiet_until: null,
    cap_messages: null,
    cap_days: null,
    min_age: null,
    by_country: false,
  },
  "/v1/find-suppression": { lists: ["Unsubscribed"] },
};

afterEach(() => vi.unstubAllGlobals());

test("the second click of a double click does not remove an address again", async () => {
  let removals = 0;
  const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/remove-suppression") {
      removals += 1;
      return removals === 1 ? answer({ removed: 1 }) : answer({ detail: "It is on no list" }, 404);
    }
    return answer(ANSWERS[pathname] ?? {});
  });
  const router = createMemoryRouter([{ path: "/", element: <ContactRules role={ROLE} /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  fireEvent.change(await screen.findByLabelText("Email address or phone number"), {
    target: { value: "guest@harbor.example" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Check" }));
  const remove = await screen.findByRole("button", { name: "Remove from all lists" });
  // Both clicks arrive before the button is disabled.
  fireEvent.click(remove);
  fireEvent.click(remove);

  expect(await screen.findByText("The address was removed.")).toBeVisible();
  expect(removals).toBe(1);
});

test("a list that another tab has deleted is gone, without an error", async () => {
  const list = { list_id: "sup_1", name: "Unsubscribed", addresses: 2, created_at: "2026-05-01T08:00:00Z" };
  let isDeleted = false;
  const answer = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/delete-suppression-list") {
      isDeleted = true;
      return answer({ status: 404, code: "not_found", message: "Not found." }, 404);
    }
    return pathname === "/v1/list-suppressions" && !isDeleted
      ? answer({ items: [list], total: 1, addresses: 2, page: 1, pageSize: 25 })
      : answer(ANSWERS[pathname] ?? {});
  });
  const router = createMemoryRouter([{ path: "/", element: <ContactRules role={ROLE} /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  fireEvent.click(await screen.findByRole("button", { name: /^Delete/ }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.queryByText("Unsubscribed")).toBeNull());
  expect(screen.queryByText("Not found.")).toBeNull();
});

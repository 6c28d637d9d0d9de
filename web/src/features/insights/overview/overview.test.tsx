import { screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Overview } from "@/features/insights/overview/overview";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const NOTHING = { rows: [], items: [], page: 1, pageSize: 5, total: 0 };
const ZERO = { scans: 0, people: 0, views: 0, submits: 0 };

function open(answers: Record<string, unknown>, role = "owner") {
  const organization = { org_name: "Harbor", organization_logo: "", role, time_zone: "UTC", brand: {} };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, init: { body: { report?: string } }) =>
    Promise.resolve({
      data:
        answers[path === "/v1/get-report" ? `${path}/${init.body.report ?? ""}` : path] ??
        (path === "/v1/get-org-data"
          ? organization
          : path === "/v1/get-analytics"
            ? { totals: ZERO, previous: ZERO }
            : NOTHING),
      response: new Response(),
    })) as never);
  const router = createMemoryRouter([{ path: "/", element: <Overview /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
}

afterEach(() => vi.restoreAllMocks());

test("a new organisation sees the first steps, with completed ones ticked, and that nothing needs attention", async () => {
  const code = { code_id: "AAAAAAAAAA", name: "Menu", created_at: "2026-03-01T10:00:00Z" };
  open({ "/v1/get-all-qr-codes": { ...NOTHING, items: [code], total: 1 } });

  expect(await screen.findByRole("link", { name: "Done Create a code" })).toBeVisible();
  expect(screen.getByRole("link", { name: "To do Publish a page" })).toHaveAttribute("href", "/admin/initial-content");
  expect(screen.getByRole("link", { name: "To do Invite a colleague" })).toBeVisible();
  expect(await screen.findByText("All clear")).toBeVisible();
  expect(screen.getByRole("link", { name: /^Menu/ })).toHaveAttribute("href", "/admin/my-codes/show/AAAAAAAAAA");
});

test("each concern links to the screen that resolves it, and the checklist disappears once everything is in use", async () => {
  open({
    "/v1/get-analytics": {
      totals: { scans: 12, people: 8, views: 4, submits: 0 },
      previous: { scans: 10, people: 8, views: 0, submits: 0 },
    },
    "/v1/get-code-health": { ...NOTHING, total: 2 },
    "/v1/get-submit-data": { ...NOTHING, total: 1_200 },
    "/v1/get-report/code_stock": {
      rows: [
        { key: "PROMO", key_name: "Gate", kind: "promo_code", issued: 200, left_over: 3, used_in_range: 9 },
        { key: "NONE", key_name: "Key", kind: "promo_code", issued: 0, left_over: 0, used_in_range: 9 },
        { key: "QUIET", key_name: "Old", kind: "promo_code", issued: 200, left_over: 3, used_in_range: 0 },
        { key: "TICKET", key_name: "Door", kind: "one_time_code", issued: 10, left_over: 9, used_in_range: 1 },
      ],
    },
    "/v1/get-report/messages": {
      rows: [
        { key: "cmp_1", key_name: "Spring", channel: "sms", sent: 30, failed: 12 },
        { key: "cmp_2", key_name: "Summer", channel: "email", sent: 3_000, failed: 12 },
      ],
    },
    "/v1/get-plan-usage": {
      state: "past_due",
      grace_until: "2026-12-05T00:00:00Z",
      quotas: [
        { quota: "codes", used: 25, allowed: 25, more_in: "starter" },
        { quota: "seats", used: 1, allowed: 5, more_in: "growth" },
      ],
    },
    "/v1/get-google-wallet-account": {
      email: "passes@harbor.example",
      key_expires_at: "2099-12-24T12:00:00Z",
      expires_soon: true,
    },
    "/v1/selfiewall/get-selfiewalls": {
      ...NOTHING,
      items: [{ wall_id: "wall_1", name: "Summer party", pending: 3, reported: 0 }],
      total: 1,
    },
    "/v1/get-all-qr-codes": {
      ...NOTHING,
      items: [{ code_id: "AAAAAAAAAA", name: "Menu", created_at: "2026-03-01T10:00:00Z" }],
      total: 1,
    },
    "/v1/get-all-pages": { ...NOTHING, items: [{ is_published: true }], total: 1 },
  });

  expect(await screen.findByRole("link", { name: /^2 broken destinations/ })).toHaveAttribute(
    "href",
    "/admin/my-codes",
  );
  expect(screen.getByRole("link", { name: /^1,200 unread answers/ })).toHaveAttribute("href", "/admin/forms");
  const few = screen.getByRole("link", { name: /codes are running out/ });
  expect(few).toHaveTextContent("Promo codes are running outGate: 3 of 200 left");
  expect(few).toHaveAttribute("href", "/admin/my-codes/lock/PROMO");
  const failed = screen.getByRole("link", { name: /messages failed/ });
  expect(failed).toHaveTextContent("12 messages failedSpring, in the last 7 days");
  expect(failed).toHaveAttribute("href", "/admin/campaigns/cmp_1");
  expect(screen.getByRole("link", { name: /^An invoice is unpaid/ })).toHaveTextContent("Your plan stays until");
  expect(screen.getByRole("link", { name: /^Your plan is used up/ })).toHaveTextContent("Codes: 25 of 25");
  expect(screen.queryByRole("link", { name: /nearly used up/ })).toBeNull();
  expect(screen.getByRole("link", { name: /^The key for Google Wallet expires soon/ })).toHaveTextContent(
    "passes@harbor.example: valid until",
  );
  expect(screen.getByRole("link", { name: /^3 photos to review/ })).toHaveAttribute("href", "/admin/walls/wall_1");
  expect(await screen.findByText("+20%, 10 by this time yesterday")).toBeVisible();
  expect(screen.queryByText("Get started")).toBeNull();
});

test("a viewer is not asked to create anything", async () => {
  open({}, "viewer");

  expect(await screen.findByText("No codes yet")).toBeVisible();
  expect(screen.queryByText("Get started")).toBeNull();
  expect(screen.queryByRole("link", { name: "Create a code" })).toBeNull();
});

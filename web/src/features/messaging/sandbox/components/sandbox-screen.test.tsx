import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { SandboxScreen } from "@/features/messaging/sandbox/components/sandbox-screen";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const PHONE = "+14155550199";
const LINES = [
  { message_id: "m1", is_sent: false, text: "Cake! Reply STOP to opt out.", at: "2026-05-01T07:00:00Z" },
  { message_id: "m2", is_sent: true, text: "Yes please", at: "2026-05-01T08:00:00Z" },
];
const MAIL = {
  message_id: "m3",
  subject: "Spring menu",
  body: "Asparagus is back.",
  html: "<p>Asparagus is back.</p>",
  unsubscribe_url: "https://waypost.example/u/abc",
  created_at: "2026-05-01T07:00:00Z",
};

afterEach(() => vi.restoreAllMocks());

function show(search: string, role: string, more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role, time_zone: "UTC" },
    "/v1/get-sandbox": {
      keeps_texts: true,
      keeps_mails: true,
      items: [
        { channel: "sms", recipient: PHONE, messages: 1, last_at: "2026-05-01T08:00:00Z" },
        { channel: "email", recipient: "ana@example.com", messages: 1, last_at: "2026-05-01T08:00:00Z" },
      ],
      total: 2,
    },
    "/v1/get-sandbox-phone": { phone: PHONE, lines: LINES },
    "/v1/get-sandbox-messages": { items: [MAIL], total: 1, page: 1, pageSize: 50 },
    "/v1/reply-in-sandbox": { phone: PHONE, lines: LINES },
    ...more,
  };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
  const router = createMemoryRouter([{ path: "/admin/sandbox", element: <SandboxScreen /> }], {
    initialEntries: [`/admin/sandbox${search}`],
  });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return post;
}

test("a phone shows its messages in both directions, and can reply", async () => {
  const post = show("", "admin");
  const phone = await screen.findByRole("region", { name: `Phone ${PHONE}` });
  expect(await within(phone).findByText("Yes please")).toBeVisible();
  expect(within(phone).getByRole("button", { name: "Send" })).toBeDisabled();
  fireEvent.click(within(phone).getByRole("button", { name: "STOP" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/reply-in-sandbox",
      expect.objectContaining({ body: { phone: PHONE, text: "STOP" } }),
    ),
  );
});

test("a mailbox shows an email without its scripts, and its button unsubscribes", async () => {
  show("?show=mailboxes", "admin");
  const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  const box = await screen.findByRole("region", { name: "Mailbox ana@example.com" });
  expect(within(box).getByTitle("The email")).not.toHaveAttribute("sandbox", expect.stringContaining("allow-scripts"));
  fireEvent.click(within(box).getByRole("tab", { name: "Text" }));
  expect(within(box).getByText("Asparagus is back.")).toBeVisible();
  fireEvent.click(within(box).getByRole("button", { name: "Unsubscribe" }));
  await waitFor(() => expect(fetched).toHaveBeenCalledWith("/u/abc", expect.objectContaining({ method: "POST" })));
});

test("with a provider, a notice says that messages are really sent", async () => {
  show("", "admin", { "/v1/get-sandbox": { keeps_texts: false, keeps_mails: true, items: [], total: 0 } });
  expect(await screen.findByText(/new text messages reach real phones/)).toBeVisible();
  expect(screen.getByText("No text messages yet")).toBeVisible();
});

test("members who are not admins do not see the sandbox", async () => {
  const post = show("", "editor");
  expect(await screen.findByText("Only admins see the sandbox")).toBeVisible();
  expect(post).not.toHaveBeenCalledWith("/v1/get-sandbox", expect.anything());
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { InboxScreen } from "@/features/messaging/inbox/components/inbox-screen";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const TALK = {
  conversation_id: "talk_1",
  phone: "+14155550199",
  customer_id: "cus_1",
  name: "Ana Silva",
  assigned_to: null,
  assigned_name: "",
  is_open: true,
  is_flagged: true,
  unread: 2,
  last_at: "2026-05-01T08:00:00Z",
  last_text: "please don’t text me",
};
const LINES = [
  {
    message_id: "m1",
    is_ours: true,
    kind: "reply",
    text: "Cake!",
    at: "2026-05-01T07:00:00Z",
    state: "delivered",
    reason: "",
  },
  {
    message_id: "m2",
    is_ours: false,
    kind: "opt_out_request",
    text: "please don’t text me",
    at: "2026-05-01T08:00:00Z",
    state: null,
    reason: "",
  },
];
const THREAD = { conversation: TALK, lines: LINES };

afterEach(() => vi.restoreAllMocks());

function serving(more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    "/v1/count-conversations": { open: 1, unread: 1, mine: 0, unassigned: 1, flagged: 1 },
    "/v1/list-conversations": { items: [TALK], total: 1, page: 1, pageSize: 25 },
    "/v1/open-conversation": THREAD,
    "/v1/list-canned-answers": { items: [{ answer_id: "c1", name: "Hours", text: "We open at 8" }], total: 1 },
    "/v1/fetch-all-users": { items: [], total: 0, page: 1, pageSize: 100 },
    ...more,
  };
  return vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) =>
      answers[path] instanceof Error
        ? Promise.reject(answers[path])
        : Promise.resolve({ data: answers[path], response: new Response() }),
    );
}

function show(search = "") {
  const router = createMemoryRouter([{ path: "/admin/inbox", element: <InboxScreen /> }], {
    initialEntries: [`/admin/inbox${search}`],
  });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
}

test("a flagged conversation is marked as read, its opt-out is recorded, and a refused reply shows why", async () => {
  const post = serving({
    "/v1/opt-out-conversation": { ...THREAD, conversation: { ...TALK, is_flagged: false } },
    "/v1/write-canned-answer": { text: "We open at 8", missing: [] },
    "/v1/answer-conversation": { sent: { status: "refused", reason: "withdrawn", text: "" }, thread: THREAD },
  });
  show("?talk=talk_1");
  const talk = await screen.findByRole("region", { name: "Conversation with Ana Silva" });
  expect(within(talk).getByText(/seem to want no more/)).toBeVisible();
  expect(within(talk).getByText(/Delivered/)).toBeVisible();
  expect(within(talk).getByRole("link", { name: "Open profile" })).toHaveAttribute("href", "/admin/customers/cus_1");
  fireEvent.click(await within(talk).findByRole("button", { name: "Insert canned answer" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Hours" }));
  await waitFor(() => expect(within(talk).getByLabelText("Answer")).toHaveValue("We open at 8"));
  fireEvent.click(within(talk).getByRole("button", { name: "Send answer" }));
  expect(await within(talk).findByText(/was not sent: Unsubscribed/)).toBeVisible();
  fireEvent.click(within(talk).getByRole("button", { name: "Record opt-out" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Record opt-out" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/opt-out-conversation", { body: { conversation_id: "talk_1" } }),
  );
});

test("an empty inbox explains when conversations appear", async () => {
  serving({ "/v1/list-conversations": { items: [], total: 0, page: 1, pageSize: 25 } });
  show();
  expect(await screen.findByText(/When somebody replies/)).toBeVisible();
});

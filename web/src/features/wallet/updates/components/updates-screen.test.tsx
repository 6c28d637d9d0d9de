import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { UpdatesScreen } from "@/features/wallet/updates/components/updates-screen";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const UPDATE = {
  update_id: "upd_1",
  kind: "message",
  text: "We bake again",
  field_key: null,
  field_label: null,
  audience: "all",
  audience_id: null,
  state: "running",
  scheduled_for: null,
  total: 10,
  changed: 3,
  unchanged: 1,
  not_allowed: 2,
  limited: 0,
  waiting: 0,
  created_at: "2026-05-01T08:00:00Z",
  finished_at: null,
};

const OFFER = {
  key: "offer",
  label: "Offer",
  value: "Free tea",
  format: "text",
  change_message: null,
  passes: 4,
};

const MESSAGE = {
  message_id: "wpm_1",
  text: "Soup today",
  url: null,
  audience: "all",
  audience_id: null,
  state: "running",
  scheduled_for: null,
  total: 10,
  sent: 4,
  gone: 1,
  failed: 0,
  not_allowed: 2,
  waiting: 1,
  created_at: "2026-05-01T08:00:00Z",
  finished_at: null,
};

afterEach(() => vi.restoreAllMocks());

function serving(items: unknown[], role = "editor", messages: unknown[] = []) {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role, time_zone: "UTC" },
    "/v1/list-pass-updates": { items, total: items.length, page: 1, pageSize: 10 },
    "/v1/list-web-push-messages": { items: messages, total: messages.length, page: 1, pageSize: 10 },
    "/v1/preview-web-push": { browsers: 7 },
    "/v1/change-web-push-message": { ...MESSAGE, state: "cancelled" },
    "/v1/list-segments": { items: [], total: 0, page: 1, pageSize: 100 },
    "/v1/preview-pass-update": {
      ...{ passes: 4, phones: 5, development: 1, with_field: 2, same: 0, fields: [OFFER] },
      ...{ limited: 1, at_google: 2, silent_at_google: 2 },
    },
    "/v1/send-push": { status: "sent", text: "The message is being sent to 4 passes on 5 phones." },
    "/v1/change-pass-update": { ...UPDATE, state: "paused" },
    "/v1/start-pass-update": { ...UPDATE, kind: "field" },
  };
  return vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
}

function show(search = "") {
  renderApp(
    <MemoryRouter initialEntries={[`/admin/pass-updates${search}`]}>
      <UpdatesScreen />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("an update shows its progress and can be paused", async () => {
  const post = serving([UPDATE]);
  show();
  expect(await screen.findByText("3 passes show it · 1 unchanged · 2 without consent")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "60");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/change-pass-update", { body: { update_id: "upd_1", action: "pause" } }),
  );
});

test("a message shows whom it reaches before it is sent, and its result afterwards", async () => {
  const post = serving([]);
  show();
  expect(await screen.findByText("No updates yet")).toBeVisible();
  fireEvent.click(await screen.findByRole("button", { name: "New update" }));
  expect(await screen.findByText(/Reaches 4 passes on 5 phones/)).toBeVisible();
  const budget = (name: string) => screen.getByRole("progressbar", { name });
  expect(budget("Messages left today")).toHaveAttribute("aria-valuenow", "75");
  expect(budget("Google Wallet notifications left today")).toHaveAttribute("aria-valuenow", "0");
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter a text")).toBeVisible();
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "We bake again" } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("The message is being sent to 4 passes on 5 phones.")).toBeVisible();
  expect(post).toHaveBeenCalledWith(
    "/v1/send-push",
    expect.objectContaining({
      body: { segment_id: null, send_at: null, message: "We bake again", channels: ["passes", "browsers"], url: null },
    }),
  );
});

test("an update does not start while its time is incomplete", async () => {
  const post = serving([]);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "New update" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "We bake again" } });
  const start = screen.getByLabelText("Start at");
  Object.defineProperty(start, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(start).toHaveFocus();
  expect(post).not.toHaveBeenCalledWith("/v1/send-push", expect.anything());
});

test("an address with a pass starts an update of that pass alone", async () => {
  const post = serving([]);
  show("?pass=pass_1");
  expect(await screen.findByText("Only this pass gets it.")).toBeVisible();
  expect(screen.queryByRole("combobox", { name: "Audience" })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "7 subscribed browsers" })).toBeNull();
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "Your table is free" } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/send-push",
      expect.objectContaining({
        body: { pass_id: "pass_1", send_at: null, message: "Your table is free", channels: ["passes"], url: null },
      }),
    ),
  );
  await waitFor(() => expect(screen.queryByText("Only this pass gets it.")).toBeNull());
});

test("viewers see updates but cannot start any", async () => {
  serving([UPDATE], "viewer");
  show("?pass=pass_1");
  expect(await screen.findByText("We bake again")).toBeVisible();
  expect(screen.queryByRole("button", { name: "New update" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

test("a message goes to browsers alone, with a link", async () => {
  const post = serving([]);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "New update" }));
  expect(await screen.findByRole("checkbox", { name: "7 subscribed browsers" })).toBeChecked();
  fireEvent.click(screen.getByRole("checkbox", { name: "Passes on phones" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "Soup today" } });
  const link = screen.getByRole("textbox", { name: "Notification link" });
  fireEvent.change(link, { target: { value: "https://shop.example/soup" } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/send-push",
      expect.objectContaining({
        body: {
          segment_id: null,
          send_at: null,
          message: "Soup today",
          channels: ["browsers"],
          url: "https://shop.example/soup",
        },
      }),
    ),
  );
});

test("the field to change is chosen among those that the passes have", async () => {
  const post = serving([]);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "New update" }));
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Type of update" }));
  fireEvent.click(screen.getByRole("option", { name: "Change a field, such as the offer" }));
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Field" }));
  fireEvent.click(screen.getByRole("option", { name: "Offer Free tea · 4 passes" }));
  expect(screen.getByText("Most passes show “Free tea”.")).toBeVisible();
  fireEvent.change(screen.getByRole("textbox", { name: "New value" }), { target: { value: "Free cake" } });
  fireEvent.click(screen.getByRole("button", { name: "Change passes" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/start-pass-update",
      expect.objectContaining({
        body: { segment_id: null, send_at: null, field_key: "offer", value: "Free cake", change_message: null },
      }),
    ),
  );
});

test("a message to browsers shows its progress, and is cancelled after a confirmation", async () => {
  const post = serving([], "editor", [MESSAGE]);
  show();
  expect(
    await screen.findByText("sent to 4 browsers · 1 no longer subscribed · 2 without consent · 1 to be sent later"),
  ).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Cancel message" }));
  expect(await screen.findByText("Cancel this message?")).toBeVisible();
  fireEvent.click(screen.getAllByRole("button", { name: "Cancel message", hidden: false }).at(-1) as HTMLElement);
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/change-web-push-message", {
      body: { message_id: "wpm_1", action: "cancel" },
    }),
  );
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CallbackPage } from "@/features/commerce/integrations/components/callback-page";
import { ConnectionPage } from "@/features/commerce/integrations/components/connection-page";
import { IntegrationsPage } from "@/features/commerce/integrations/components/integrations-page";
import * as leaving from "@/features/commerce/integrations/leave";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const VENDOR = {
  vendor: "webhooks",
  title: "Webhooks",
  fields: [],
  uses_oauth: false,
  takes_keys: false,
  is_ready: true,
  missing_settings: [] as string[],
  event_kinds: ["scan", "submit"],
  default_kinds: ["submit"],
  is_marketing: false,
  max_connections: 20,
  profile_fields: ["first_name"],
  names_events: true,
  makes_secret: true,
  has_orders: false,
};
const CONNECTION = {
  connection_id: "con_1",
  vendor: "webhooks",
  name: "Our CRM",
  status: "connected",
  health: "failing",
  account: "https://crm.example/hooks",
  scopes: [],
  event_kinds: ["submit"],
  settings: { url: "https://crm.example/hooks", with_people: false },
  version: 1,
  created_at: "2026-11-20T08:00:00Z",
  last_ok_at: null,
  failing_since: "2026-11-27T08:00:00Z",
  broken_since: null,
  last_error: { code: "down", status: 502, answer: "Bad gateway", at: "2026-11-27T08:00:00Z" },
  deliveries: { set_aside: 2, delivered: 3 },
};
const DELIVERY = {
  delivery_id: "dlv_1",
  event_id: "0193479c-5b3e-7c4a-9d2f-6a1b0c8e4f00",
  kind: "submit",
  state: "set_aside",
  tries: 9,
  created_at: "2026-11-22T08:00:00Z",
  due_at: null,
  ended_at: "2026-11-25T08:00:00Z",
  last_status: 502,
  last_answer: "Bad gateway",
};

function open(element: React.ReactElement, answers: Record<string, unknown>, at = "/", role = "owner") {
  const organization = { org_name: "Harbor", organization_logo: "", role, time_zone: "UTC", brand: {} };
  const all: Record<string, unknown> = { "/v1/get-org-data": organization, ...answers };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: all[path], response: new Response() }));
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return { post, router };
}

afterEach(() => vi.restoreAllMocks());

test("an endpoint is connected, and its secret is shown before anything else happens", async () => {
  const { post, router } = open(<IntegrationsPage />, {
    "/v1/list-integrations": { vendors: [VENDOR], connections: [] },
    "/v1/integration-controller": {
      action: "connect",
      connection: CONNECTION,
      secret: "whsec_only_now",
      authorization_url: null,
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Connect Webhooks" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Address"), { target: { value: "https://crm.example/hooks" } });
  fireEvent.click(dialog.getByLabelText("Scans"));
  fireEvent.click(dialog.getByRole("button", { name: "Connect" }));

  expect(await screen.findByDisplayValue("whsec_only_now")).toBeVisible();
  expect(post).toHaveBeenCalledWith(
    "/v1/integration-controller",
    expect.objectContaining({
      body: expect.objectContaining({
        action: "connect",
        vendor: "webhooks",
        settings: { url: "https://crm.example/hooks" },
        event_kinds: ["submit", "scan"],
      }) as object,
    }),
  );
  expect(router.state.location.pathname).toBe("/");
  fireEvent.click(screen.getByRole("button", { name: "I have kept it" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/integrations/con_1"));
});

test("members who may not change integrations see them and their state", async () => {
  open(
    <IntegrationsPage />,
    { "/v1/list-integrations": { vendors: [VENDOR], connections: [CONNECTION] } },
    "/",
    "viewer",
  );

  expect(await screen.findByRole("link", { name: /Our CRM/ })).toHaveTextContent("Failing");
  expect(screen.queryByRole("button", { name: /Connect/ })).not.toBeInTheDocument();
});

test("a failing connection shows what helps, and deliveries that were set aside can be sent again", async () => {
  const { post } = open(
    <ConnectionPage connectionId="con_1" />,
    {
      "/v1/list-integrations": { vendors: [VENDOR], connections: [CONNECTION] },
      "/v1/list-integration-deliveries": { items: [DELIVERY], page: 1, pageSize: 10, total: 1 },
      "/v1/list-integration-requests": { items: [], page: 1, pageSize: 10, total: 0 },
      "/v1/retry-integration-deliveries": { count: 1 },
    },
    "/?tab=history",
  );

  expect(await screen.findByRole("alert")).toHaveTextContent("We retry for three days.");
  fireEvent.click(await screen.findByRole("button", { name: /^Send again: Forms sent/ }));
  expect(await screen.findByText("1 event is sent again")).toBeVisible();
  expect(post).toHaveBeenCalledWith(
    "/v1/retry-integration-deliveries",
    expect.objectContaining({ body: { connection_id: "con_1", delivery_id: "dlv_1" } }),
  );
});

test("a missing connection links back to all integrations", async () => {
  open(<ConnectionPage connectionId="con_2" />, { "/v1/list-integrations": { vendors: [VENDOR], connections: [] } });

  expect(await screen.findByRole("link", { name: "All integrations" })).toHaveAttribute("href", "/admin/integrations");
});

test("the points of an email address are looked up", async () => {
  const vendor = { ...VENDOR, vendor: "yotpo", title: "Yotpo Loyalty", event_kinds: [], makes_secret: false };
  const { post } = open(<ConnectionPage connectionId="con_1" />, {
    "/v1/list-integrations": { vendors: [vendor], connections: [{ ...CONNECTION, vendor: "yotpo" }] },
    "/v1/get-yotpo-points": {
      email: "ana@example.com",
      has_account: true,
      points: 320,
      points_earned: 1500,
      tier: "Gold",
    },
  });
  fireEvent.change(await screen.findByLabelText("Email address"), { target: { value: " ana@example.com " } });
  fireEvent.click(screen.getByRole("button", { name: "Look up points" }));

  expect(await screen.findByText("320 points")).toBeVisible();
  expect(screen.getByText(/1,500 of all time · Gold/)).toBeVisible();
  expect(screen.queryByText("Events of the last 30 days")).not.toBeInTheDocument();
  expect(post).toHaveBeenCalledWith("/v1/get-yotpo-points", { body: { email: "ana@example.com" } });
});

const SHOPIFY = {
  ...VENDOR,
  vendor: "shopify",
  title: "Shopify",
  uses_oauth: true,
  event_kinds: [],
  default_kinds: [],
};
const SHOP_FIELDS = [{ name: "shop", is_secret: false, is_required: true }];

test("a vendor with its own login redirects to it, and the browser does not ask about the form that was sent", async () => {
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const leave = vi.spyOn(leaving, "leaveTo").mockImplementation(() => isAsked() as never);
  const { post } = open(<IntegrationsPage asked="shopify" />, {
    "/v1/list-integrations": { vendors: [{ ...SHOPIFY, fields: SHOP_FIELDS }], connections: [] },
    "/v1/integration-controller": {
      action: "connect",
      connection: null,
      secret: null,
      authorization_url: "https://harbor.myshopify.com/admin/oauth/authorize",
    },
  });
  fireEvent.change(await screen.findByRole("textbox", { name: /^Shop/ }), { target: { value: "harbor" } });
  fireEvent.click(screen.getByRole("button", { name: "Go to Shopify" }));
  const again = "/admin/integrations?connect=shopify";
  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://harbor.myshopify.com/admin/oauth/authorize", again));
  const sent = post.mock.calls.find(([path]) => path === "/v1/integration-controller");
  expect(sent?.[1]).toMatchObject({ body: { credentials: { shop: "harbor" } } });
  expect(leave).toHaveReturnedWith(false);
});

test("a vendor without an app lists the settings that are missing", async () => {
  const vendor = { ...SHOPIFY, is_ready: false, missing_settings: ["SHOPIFY_CLIENT_ID"] };
  open(<IntegrationsPage asked="shopify" />, {
    "/v1/list-integrations": { vendors: [vendor], connections: [] },
  });
  expect(await screen.findByText("SHOPIFY_CLIENT_ID")).toBeVisible();
});

test("the result of a login is submitted once, and leads to the connection", async () => {
  const { post, router } = open(
    <CallbackPage />,
    { "/v1/finish-integration": CONNECTION },
    "/admin/integrations/callback?code=c&state=s",
  );
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/integrations/con_1"));
  const sent = post.mock.calls.filter(([path]) => path === "/v1/finish-integration");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.[1]).toMatchObject({ body: { query: { code: "c", state: "s" } } });
});

test("a spreadsheet is chosen for submissions", async () => {
  const vendor = { ...VENDOR, vendor: "google_sheets", title: "Google Sheets", makes_secret: false };
  const settings = { spreadsheet_id: "", sheet: "Submissions" };
  const account = "sheets@project.iam.example";
  const { post } = open(<ConnectionPage connectionId="con_1" />, {
    "/v1/list-integrations": {
      vendors: [vendor],
      connections: [{ ...CONNECTION, vendor: "google_sheets", account, settings }],
    },
    "/v1/google-sheet": {
      chosen: null,
      sheet: "Submissions",
      spreadsheets: [{ id: "1AbC", name: "Tastings", url: "https://docs.google.com/spreadsheets/d/1AbC" }],
    },
  });
  expect(await screen.findByText(/^Share a spreadsheet with sheets@project/)).toBeVisible();
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Spreadsheet" }));
  fireEvent.click(await screen.findByRole("option", { name: "Tastings" }));
  fireEvent.click(screen.getByRole("button", { name: "Use this spreadsheet" }));

  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/google-sheet",
      expect.objectContaining({ body: { action: "use", spreadsheet_id: "1AbC", sheet: "Submissions" } }),
    ),
  );
});

const KEY_FILE = { name: "service_account", is_secret: true, is_required: true, is_file: true };
const SHEETS = { ...VENDOR, vendor: "google_sheets", title: "Google Sheets", makes_secret: false, uses_oauth: true };

test("a vendor may offer both a login and a key", async () => {
  const leave = vi.spyOn(leaving, "leaveTo").mockImplementation(() => undefined);
  open(<IntegrationsPage asked="google_sheets" />, {
    "/v1/list-integrations": { vendors: [{ ...SHEETS, takes_keys: true, fields: [KEY_FILE] }], connections: [] },
    "/v1/integration-controller": {
      connection: null,
      secret: null,
      authorization_url: "https://accounts.example/login",
    },
  });
  expect(await screen.findByRole("radio", { name: "Log in at Google Sheets" })).toBeChecked();
  fireEvent.click(screen.getByRole("radio", { name: "Use a key" }));
  expect(screen.getByRole("textbox", { name: /^Key of a service/ })).toBeVisible();
  fireEvent.click(screen.getByRole("radio", { name: "Log in at Google Sheets" }));
  expect(screen.queryByRole("textbox", { name: /^Key of a service/ })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Go to Google Sheets" }));
  const again = "/admin/integrations?connect=google_sheets";
  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://accounts.example/login", again));
});

test("a list of the account is chosen by its name", async () => {
  const vendor = { ...VENDOR, vendor: "klaviyo", title: "Klaviyo", makes_secret: false };
  const connection = { ...CONNECTION, vendor: "klaviyo", settings: { list_id: "" } };
  const { post } = open(
    <ConnectionPage connectionId="con_1" />,
    {
      "/v1/list-integrations": { vendors: [vendor], connections: [connection] },
      "/v1/get-klaviyo-lists": { items: [{ id: "L2", name: "News" }], total: 1 },
      "/v1/preview-integration-event": {
        kind: "submit",
        is_example: true,
        body: {},
        outcome: "delivered",
        reason: "",
        requests: [{ method: "POST", path: "/api/events", body: { given_name: "Ana" } }],
      },
      "/v1/update-integration": connection,
    },
    "/?tab=settings",
  );
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "List" }));
  fireEvent.click(await screen.findByRole("option", { name: "News" }));
  fireEvent.change(screen.getByRole("textbox", { name: "First name" }), { target: { value: "given_name" } });
  expect(await screen.findByRole("region", { name: "Request 1 as JSON" })).toHaveTextContent("given_name");
  fireEvent.click(screen.getByRole("button", { name: "Save settings" }));

  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/update-integration",
      expect.objectContaining({
        body: expect.objectContaining({
          settings: { list_id: "L2", profile_fields: { first_name: "given_name" } },
        }) as object,
      }),
    ),
  );
});

const SHOP = { ...CONNECTION, vendor: "shopify", name: "Harbor Coffee", health: "good", last_error: null };
const BACKFILL = {
  backfill_id: "bkf_1",
  state: "running",
  since: "2026-09-29T00:00:00Z",
  pages: 2,
  read: 100,
  recorded: 80,
  left_out: 20,
  total: 400,
  started_at: "2026-11-28T08:00:00Z",
  ended_at: null,
};
const OF_A_SHOP = { vendors: [{ ...SHOPIFY, has_orders: true }], connections: [SHOP] };

test("a backfill shows its progress and can be paused", async () => {
  const { post } = open(
    <ConnectionPage connectionId="con_1" />,
    { "/v1/list-integrations": OF_A_SHOP, "/v1/get-integration-backfill": { backfill: BACKFILL } },
    "/?tab=past",
  );
  expect(await screen.findByText(/100 of 400 read/)).toBeVisible();
  const buttons = screen.getAllByRole("button", { name: "Pause" });
  fireEvent.click(buttons[buttons.length - 1] as HTMLElement);
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/control-integration-backfill", {
      body: { connection_id: "con_1", action: "pause" },
    }),
  );
});

test("a webhook shows why it was skipped, and can be applied again", async () => {
  const incoming = {
    incoming_id: "inc_1",
    message_id: "m1",
    topic: "orders/updated",
    state: "left_out",
    note: "no_customer",
    customer_id: null,
    tries: 1,
    received_at: "2026-11-28T08:00:00Z",
    applied_at: "2026-11-28T08:00:01Z",
  };
  const { post } = open(
    <ConnectionPage connectionId="con_1" />,
    {
      "/v1/list-integrations": OF_A_SHOP,
      "/v1/list-incoming-webhooks": { items: [incoming], total: 1 },
      "/v1/list-integration-requests": { items: [], total: 0 },
      "/v1/replay-incoming-webhooks": { count: 1 },
    },
    "/?tab=history",
  );
  expect(await screen.findByText(/no email address or phone number/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: /^Apply again/ }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/replay-incoming-webhooks", {
      body: { connection_id: "con_1", incoming_id: "inc_1" },
      headers: { "Idempotency-Key": expect.any(String) as string },
    }),
  );
});

test("for Square, points are looked up and added once, and lists have further pages", async () => {
  const account = { id: "L1", balance: 120, lifetime_points: 300 };
  const nothing = { loyalty: null, customers: [], orders: [], products: [], cursor: null };
  const square = { ...CONNECTION, vendor: "square", event_kinds: [], settings: {} };
  const { post } = open(
    <ConnectionPage connectionId="con_1" />,
    {
      "/v1/list-integrations": {
        vendors: [{ ...VENDOR, vendor: "square", title: "Square", event_kinds: [] }],
        connections: [square],
      },
      "/v1/square-operations": {
        ...nothing,
        operation: "customers",
        loyalty: account,
        customers: [{ id: "C1", name: "Ana", email: "ana@example.com", phone: null }],
      },
    },
    "/",
  );
  fireEvent.change(await screen.findByRole("textbox", { name: "Phone number" }), { target: { value: "+14155550143" } });
  fireEvent.click(screen.getByRole("button", { name: "Look up points" }));
  expect(await screen.findByText("120 points")).toBeVisible();
  fireEvent.change(screen.getByRole("spinbutton", { name: "Points to give" }), { target: { value: "5" } });
  const give = screen.getByRole("button", { name: "Give points" });
  fireEvent.click(give);
  fireEvent.click(give);
  await waitFor(() => expect(screen.getByRole("spinbutton", { name: "Points to give" })).toHaveValue(null));
  const given = post.mock.calls.map(([, asked]) => JSON.stringify(asked)).filter((it) => it.includes("add_points"));
  expect(new Set(given).size).toBe(1); // the same key, so that Square gives them once
  fireEvent.click(screen.getByRole("tab", { name: "Customers" }));
  expect(await screen.findByText("ana@example.com")).toBeVisible();
});

import { useQueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { settingsQuery } from "@/features/messaging/senders/api/senders";
import { SendersScreen } from "@/features/messaging/senders/components/senders-screen";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const NUMBERS = ["+14155550101", "+14155550102"].map((phone, at) => ({
  number_id: `num_${at}`,
  phone,
  country: "US",
  place: "San Francisco",
  bought_at: "2026-05-01T08:00:00Z",
  is_default: at === 0,
  per_second: 1,
  in_service: false,
}));
const SERVICE = { service_id: null, per_second: null, numbers: 0, registration: null };

afterEach(() => vi.restoreAllMocks());

function Screen() {
  const cache = useQueryClient();
  return (
    <>
      <SendersScreen />
      <button onClick={() => void cache.invalidateQueries(settingsQuery)}>Fetch the settings again</button>
    </>
  );
}

function show(role: string, more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role, time_zone: "UTC" },
    "/v1/list-numbers": { items: NUMBERS, total: 2 },
    "/v1/get-messaging-service": SERVICE,
    "/v1/list-sender-names": { items: [], total: 0, never: ["US"], registered: ["IN"] },
    "/v1/list-mail-domains": { items: [], total: 0 },
    "/v1/choose-number": { items: [...NUMBERS].reverse(), total: 2 },
    "/v1/twilio/fetch-available-numbers": {
      items: [{ phone: "+14155550103", country: "US", place: "Oakland" }],
      total: 1,
      monthly_micros: 1_150_000,
      currency: "USD",
    },
    "/v1/twilio/purchase-number": NUMBERS[0],
    "/v1/get-campaign-settings": {
      approval_above: 500,
      approval_role: "editor",
      sms_prices: { US: 7_900 },
      currency: "USD",
    },
    "/v1/save-campaign-settings": {
      approval_above: 500,
      approval_role: "owner",
      sms_prices: { US: 7_900 },
      currency: "USD",
    },
    ...more,
  };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
  const router = createMemoryRouter([{ path: "/admin/senders", element: <Screen /> }], {
    initialEntries: ["/admin/senders"],
  });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return post;
}

test("a number is found, its price is shown, it is bought, and another one is made the default", async () => {
  const post = show("admin");
  fireEvent.click(await screen.findByRole("button", { name: "Make default: +14155550102" }));
  await waitFor(() => expect(post).toHaveBeenCalledWith("/v1/choose-number", { body: { number_id: "num_1" } }));
  fireEvent.click(screen.getByRole("button", { name: "Search numbers" }));
  const found = await screen.findByRole("list", { name: "Numbers found" });
  fireEvent.click(within(found).getByRole("button", { name: "Buy +14155550103" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/It costs \$1.15 a month/)).toBeVisible();
  fireEvent.click(within(dialog).getByRole("button", { name: "Buy number" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/twilio/purchase-number",
      expect.objectContaining({ body: { phone: "+14155550103", country: "US" } }),
    ),
  );
});

test("limits are saved with the approver role and a price for each country", async () => {
  const post = show("admin");
  const price = await screen.findByRole("textbox", { name: "Price for United States" });
  expect(price).toHaveValue("0.0079");
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Who may approve" }));
  fireEvent.click(await screen.findByRole("option", { name: "Owners" }));
  fireEvent.change(price, { target: { value: "much" } });
  const save = screen.getByRole("button", { name: "Save approval and prices" });
  expect(save).toBeDisabled();
  fireEvent.change(price, { target: { value: "0.008" } });
  fireEvent.click(screen.getByRole("button", { name: "Add another country" }));
  expect(save).toBeDisabled();
  const prices = screen.getByRole("group", { name: "Price of a segment by country" });
  fireEvent.change(within(prices).getAllByRole("combobox", { name: "Country" })[1] as HTMLElement, {
    target: { value: "germ" },
  });
  fireEvent.click(await screen.findByRole("option", { name: "Germany" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Price for Germany" }), { target: { value: "0,075" } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/save-campaign-settings", {
      body: { approval_above: 500, approval_role: "owner", sms_prices: { US: 8_000, DE: 75_000 }, currency: "USD" },
    }),
  );
});

test("an incomplete number does not remove the approval", async () => {
  const post = show("admin");
  const above = await screen.findByLabelText("Approval above");
  Object.defineProperty(above, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.change(above, { target: { value: "" } });
  expect(screen.getByText("Enter a number, or clear the field")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Save approval and prices" }));
  expect(above).toHaveFocus();
  expect(post).not.toHaveBeenCalledWith("/v1/save-campaign-settings", expect.anything());
});

test("what is typed stays when another member's change of the settings arrives", async () => {
  show("admin");
  fireEvent.change(await screen.findByRole("textbox", { name: "Price for United States" }), {
    target: { value: "0.5" },
  });
  const settings = { approval_above: 900, approval_role: "editor", sms_prices: { US: 7_900 }, currency: "USD" };
  vi.mocked(calls.POST).mockImplementation(() => Promise.resolve({ data: settings, response: new Response() }));
  fireEvent.click(screen.getByRole("button", { name: "Fetch the settings again" }));
  await waitFor(() => expect(screen.getByLabelText("Approval above")).toHaveValue(900));
  expect(screen.getByRole("textbox", { name: "Price for United States" })).toHaveValue("0.5");
});

test("a sender name is saved for a country that allows it, with the registration that the country requires", async () => {
  const saved = { country: "IN", name: "Harbor", is_registered: false, is_used: false };
  const post = show("admin", {
    "/v1/save-sender-name": { items: [saved], total: 1, never: ["US"], registered: ["IN"] },
  });
  await screen.findByRole("combobox", { name: "Country of the receivers" });
  const choose = async (typed: string, option: string) => {
    const country = screen.getByRole("combobox", { name: "Country of the receivers" });
    fireEvent.mouseDown(country);
    fireEvent.change(country, { target: { value: typed } });
    fireEvent.click(await screen.findByRole("option", { name: option }));
  };
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Harbor" } });
  await choose("india", "India");
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "12" } });
  expect(screen.getByRole("button", { name: "Save name" })).toBeDisabled();
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Harbor" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/save-sender-name", {
      body: { country: "IN", name: "Harbor", is_registered: false },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "It is registered: India" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/save-sender-name", {
      body: { country: "IN", name: "Harbor", is_registered: true },
    }),
  );
});

test("a messaging service is created, and its registration shows what to do next", async () => {
  const post = show("admin", {
    "/v1/make-messaging-service": {
      service_id: "MG1",
      per_second: 1,
      numbers: 2,
      registration: { brand: "approved", campaign: "refused", problems: ["No opt-in is described. (30909)"] },
    },
    "/v1/set-number-rate": { items: NUMBERS, total: 2 },
  });
  const rate = await screen.findByRole("textbox", { name: "Segments a second: +14155550101" });
  fireEvent.change(rate, { target: { value: "0" } });
  expect(screen.getByText("From 1 to 1,000")).toBeVisible();
  fireEvent.change(rate, { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Save rate: +14155550101" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/set-number-rate", { body: { number_id: "num_0", per_second: 12 } }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Create a messaging service" }));
  expect(await screen.findByText(/The campaign was refused/)).toBeVisible();
  expect(screen.getByText("The brand is approved.")).toBeVisible();
  expect(screen.getByText("No opt-in is described. (30909)")).toBeVisible();
});

test("viewers can change nothing, and an organisation without numbers sees what happens instead", async () => {
  show("viewer", { "/v1/list-numbers": { items: [], total: 0 } });
  expect(await screen.findByText("No number of your own")).toBeVisible();
  expect(await screen.findByLabelText("Approval above")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Search numbers" })).toBeNull();
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeviceTill } from "@/features/promotions/rewards/components/device-till";
import { renderApp } from "@/shared/testing/render";

const requests: Request[] = [];
let answers: Record<string, [number, unknown]>;

beforeEach(() => {
  requests.length = 0;
  localStorage.setItem("wp_till", "wt_secret");
  answers = {
    "/v1/open-till": [200, { name: "Counter", staff: [{ staff_id: "stf_1", name: "Mia" }] }],
    "/v1/unlock-till": [200, { token: "wt_token", name: "Mia", expires_at: "2030-01-01T00:00:00Z" }],
    "/v1/rewards/get-swapt-card": [401, { code: "till_locked", message: "Enter your PIN.", status: 401 }],
  };
  vi.stubGlobal("fetch", (request: Request) => {
    requests.push(request);
    const [status, body] = answers[new URL(request.url).pathname] ?? [404, {}];
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
    );
  });
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show() {
  renderApp(
    <MemoryRouter initialEntries={["/till"]}>
      <DeviceTill />
    </MemoryRouter>,
  );
}

async function unlock() {
  const person = userEvent.setup();
  show();
  await person.click(await screen.findByRole("combobox", { name: "Name" }));
  await person.click(await screen.findByRole("option", { name: "Mia" }));
  await person.type(screen.getByLabelText("PIN"), "4711");
  await person.click(screen.getByRole("button", { name: "Unlock" }));
  return person;
}

test("a PIN unlocks the till, whose calls have the session's token, and the end of the session requires the PIN again", async () => {
  const person = await unlock();

  await person.type(await screen.findByLabelText("Phone, email or customer number"), "+14155552671");
  await person.click(screen.getByRole("button", { name: "Find" }));

  expect(await screen.findByRole("button", { name: "Unlock" })).toBeTruthy();
  expect(requests.at(-1)?.headers.get("Waypost-Till") ?? requests.at(-2)?.headers.get("Waypost-Till")).toBe("wt_token");
});

test("a wrong PIN is reported and can be typed again", async () => {
  answers["/v1/unlock-till"] = [422, { code: "invalid", message: "Wrong PIN.", status: 422 }];

  await unlock();

  expect(await screen.findByText("Wrong PIN.")).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText("PIN")).toHaveProperty("value", ""));
});

test("a double tap sends the PIN once, so that it does not count as two wrong ones", async () => {
  answers["/v1/unlock-till"] = [422, { code: "invalid", message: "Wrong PIN.", status: 422 }];
  show();
  const person = userEvent.setup();
  await person.click(await screen.findByRole("combobox", { name: "Name" }));
  await person.click(await screen.findByRole("option", { name: "Mia" }));
  await person.type(screen.getByLabelText("PIN"), "1111");

  const button = screen.getByRole("button", { name: "Unlock" });
  fireEvent.click(button);
  fireEvent.click(button);

  expect(await screen.findByText("Wrong PIN.")).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText("PIN")).toHaveProperty("value", ""));
  expect(requests.filter(({ url }) => url.endsWith("/v1/unlock-till"))).toHaveLength(1);
});

test("a revoked device says so and removes its secret", async () => {
  answers["/v1/open-till"] = [404, { code: "till_unknown", message: "This device is no longer a till.", status: 404 }];
  const person = userEvent.setup();
  show();

  await person.click(await screen.findByRole("button", { name: "Stop using this device as a till" }));

  expect(
    await screen.findByText("This device isn’t a till yet. An admin can enrol it in Waypost, under Rewards, Staff."),
  ).toBeTruthy();
  expect(localStorage.getItem("wp_till")).toBeNull();
});

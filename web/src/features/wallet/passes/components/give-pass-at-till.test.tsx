import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { GivePassAtTill } from "@/features/wallet/passes/components/give-pass-at-till";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const GIVEN = {
  pass_id: "pass_1",
  serialNumber: "wp_1",
  description: "Card of Ana",
  page_url: "https://waypost.example/card/pass_1",
  picture_url: "data:image/png;base64,AA==",
  is_new: true,
};

function show(names: string[], total = names.length) {
  const items = names.map((name) => ({ template_id: `ptpl_${name}`, name }));
  const answers: Record<string, unknown> = {
    "/v1/list-passes-to-give": { items, total, page: 1, pageSize: 5 },
    "/v1/give-pass": GIVEN,
  };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
  renderApp(<GivePassAtTill customerId="cus_1" />);
  return (path: string) => post.mock.calls.filter(([one]) => one === path).map(([, it]) => it);
}

test("a pass is issued to the customer, and its code is shown", async () => {
  const sent = show(["Stamps"]);
  await userEvent.click(await screen.findByRole("button", { name: "Give Stamps" }));

  expect(await screen.findByRole("dialog", { name: "Card of Ana" })).toBeVisible();
  expect(screen.getByRole("img", { name: "QR code of the pass wp_1" })).toHaveAttribute("src", GIVEN.picture_url);
  expect(screen.getByRole("link", { name: "Open the pass" })).toHaveAttribute("href", GIVEN.page_url);
  expect(sent("/v1/give-pass")).toMatchObject([{ body: { template_id: "ptpl_Stamps", customer_id: "cus_1" } }]);
});

test("a pass can be found by name where there are many", async () => {
  const sent = show(["A", "B"], 9);
  await userEvent.type(await screen.findByLabelText("Find a pass by name"), "Gold");
  await waitFor(() =>
    expect(sent("/v1/list-passes-to-give").at(-1)).toMatchObject({ body: { filter: "Gold", pageSize: 5 } }),
  );
});

test("offline, no pass can be given", async () => {
  show(["Stamps"]);
  const give = await screen.findByRole("button", { name: "Give Stamps" });
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(give).toBeDisabled();

  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(give).toBeEnabled();
});

test("nothing is offered without a published template", async () => {
  const sent = show([]);
  await waitFor(() => expect(sent("/v1/list-passes-to-give")).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Wallet passes" })).toBeNull());
});

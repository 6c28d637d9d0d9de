import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PassAtTill } from "@/features/wallet/passes/components/pass-at-till";
import { ApiError } from "@/shared/api/errors";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PASS = {
  pass_id: "pass_1",
  serialNumber: "A-1",
  style: "coupon",
  description: "Harbor coupon",
  holder: { customer_id: "cus_ana", first_name: "Ana" },
  values: [{ label: "Offer", value: "Free tea" }],
  is_void: false,
  is_expired: false,
  uses: 0,
  max_uses: 1,
  can_redeem: true,
  undoable: null,
};
const USED = { ...PASS, is_void: true, uses: 1, can_redeem: false, undoable: "prd_1" };

test("a pass is redeemed once, and that can be undone", async () => {
  const post = vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data:
        path === "/v1/find-pass" ? PASS : { redemption_id: "prd_1", card: path === "/v1/redeem-pass" ? USED : PASS },
      response: new Response(),
    }),
  );
  renderApp(<PassAtTill text="WP-1" onNothing={vi.fn()} onDone={vi.fn()} />);

  expect(await screen.findByRole("heading", { name: "Harbor coupon" })).toBeVisible();
  expect(screen.getByText("Ana")).toBeVisible();
  expect(screen.getByText("Free tea")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Redeem" }));
  expect(await screen.findByText("Redeemed")).toBeVisible();
  expect(screen.getByRole("button", { name: "Redeem" })).toBeDisabled();
  const undo = screen.getByRole("button", { name: "Undo" });
  await waitFor(() => expect(undo).toBeEnabled());
  await userEvent.click(undo);
  expect(await screen.findByText("Undone")).toBeVisible();
  expect(screen.getByText(/Used 0 of 1/)).toBeVisible();
  expect(post).toHaveBeenCalledWith("/v1/undo-pass-redemption", expect.anything());
});

test("the second click of a double click redeems nothing more, even if the response arrived between the two", async () => {
  const often = { ...PASS, max_uses: 10 };
  const post = vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data: path === "/v1/find-pass" ? often : { redemption_id: "prd_1", card: { ...often, uses: 1 } },
      response: new Response(),
    }),
  );
  renderApp(<PassAtTill text="WP-1" onNothing={vi.fn()} onDone={vi.fn()} />);
  const redeem = await screen.findByRole("button", { name: "Redeem" });

  await userEvent.click(redeem);
  await screen.findByText("Redeemed");
  act(() => redeem.click());

  await waitFor(() => expect(redeem).toBeEnabled());
  expect(post.mock.calls.filter(([path]) => path === "/v1/redeem-pass")).toHaveLength(1);
});

test("a text that is not a pass is looked up as a card", async () => {
  vi.spyOn(calls, "POST").mockRejectedValue(
    new ApiError({ status: 404, code: "pass_not_found", message: "Pass not found." }),
  );
  const onNothing = vi.fn();
  renderApp(<PassAtTill text="nothing" onNothing={onNothing} onDone={vi.fn()} />);

  await waitFor(() => expect(onNothing).toHaveBeenCalledTimes(1));
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { BatchDialog } from "@/features/promotions/promo-locks/components/batch-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const MADE = { created: 1, promo_codes: ["ABCD-EFGH"], lock: { enabled: true }, refused: [], refused_total: 0 };

test("promo codes with an incomplete last day are not created without an end", async () => {
  const sent: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((_path: string, { body }: { body: { ends_at?: string } }) => {
    sent.push(body.ends_at);
    return Promise.resolve({ data: MADE, response: new Response() });
  }) as never);
  renderApp(<BatchDialog codeId="ABCDEFGHJK" zone="UTC" onClose={() => undefined} />);
  const day = screen.getByLabelText("Last day");
  const half = (badInput: boolean) =>
    Object.defineProperty(day, "validity", { value: { badInput }, configurable: true });

  half(true);
  fireEvent.click(screen.getByRole("button", { name: "Generate promo codes" }));
  expect(await screen.findByText("Complete the date, or clear it")).toBeVisible();
  expect(day).toHaveFocus();
  expect(sent).toEqual([]);

  half(false);
  fireEvent.change(day, { target: { value: "2027-12-31" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate promo codes" }));
  await waitFor(() => expect(sent).toEqual(["2028-01-01T00:00:00.000Z"]));
});

test("Escape does not discard a list of promo codes without a question, and closes at once after they are created", async () => {
  vi.spyOn(calls, "POST").mockImplementation(() => Promise.resolve({ data: MADE, response: new Response() }));
  const close = vi.fn();
  renderApp(<BatchDialog codeId="ABCDEFGHJK" zone="UTC" onClose={close} />);

  fireEvent.change(screen.getByLabelText(/Quantity/), { target: { value: "1" } });
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(close).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Leave without saving?" })).toBeNull());

  fireEvent.click(screen.getByRole("button", { name: "Generate promo codes" }));
  await screen.findByText("Your promo codes");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(close).toHaveBeenCalledOnce();
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MasterKeyDialog } from "@/features/promotions/promo-locks/components/master-key-dialog";
import type { MasterKey } from "@/features/promotions/promo-locks/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PRESENT = { exists: true, expires_at: "2027-06-01T00:00:00Z", max_uses: 5, used: 0 } as MasterKey;
const sent: { path: string; body: Record<string, unknown> }[] = [];
let refused: { status: number; code: string; message: string } | null;

beforeEach(() => {
  sent.length = 0;
  refused = null;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push({ path, body });
    return Promise.resolve(
      refused === null
        ? { data: { ...PRESENT, key: null }, response: new Response() }
        : { error: refused, response: new Response("", { status: refused.status }) },
    );
  }) as never);
});

function open(present: MasterKey | null) {
  const onClose = vi.fn();
  renderApp(<MasterKeyDialog codeId="ABCDEFGHJK" zone="UTC" present={present} onClose={onClose} />);
  return onClose;
}

test("only changes made here are sent, so that those from another device are not undone", async () => {
  const onClose = open(PRESENT);
  fireEvent.change(screen.getByLabelText("Total uses"), { target: { value: "9" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { path: "/v1/promo_lock/edit_master_key", body: { qr_id: "ABCDEFGHJK", max_uses: 9, new_key: false } },
  ]);
});

test("a replaced key is sent with its limits again, so that one that has already expired is refused", async () => {
  open(PRESENT);
  fireEvent.click(screen.getByLabelText(/^Replace the key/));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() =>
    expect(sent[0]?.body).toEqual({
      qr_id: "ABCDEFGHJK",
      expires_at: PRESENT.expires_at?.replace("Z", ".000Z"),
      max_uses: 5,
      new_key: true,
    }),
  );
});

test.each([
  [PRESENT, "Save", "no_master_key", "This code has no master key."],
  [null, "Create key", "master_key_exists", "This code has a master key already."],
])("when another device was first, that is said and the dialog is over", async (present, button, code, message) => {
  refused = { status: 409, code, message };
  const onClose = open(present);
  fireEvent.click(screen.getByRole("button", { name: button }));

  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(onClose).toHaveBeenCalled();
});

test("an incomplete last day does not remove the expiry", async () => {
  open(PRESENT);
  const day = screen.getByLabelText("Last day");
  fireEvent.change(day, { target: { value: "" } });
  Object.defineProperty(day, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Complete the date, or clear it")).toBeVisible();
  expect(day).toHaveFocus();
  expect(sent).toEqual([]);
});

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PassOfCode } from "@/features/wallet/passes/components/pass-of-code";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PASS = { pass_id: "pass_1", description: "Harbor coupon", serialNumber: "A-1" };

function serving(saved: Record<string, unknown>) {
  vi.spyOn(calls, "GET").mockImplementation((path: string) =>
    Promise.resolve({
      data: path === "/dev/allpass" ? { items: [PASS], total: 1 } : PASS,
      response: new Response(),
    }),
  );
  return vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({
      data: path.endsWith("get-org-data")
        ? { role: "owner", time_zone: "UTC" }
        : { code_id: "c", pass_id: null, is_personal: false, most: null, given: null, ...saved },
      response: new Response(),
    }),
  );
}

function show() {
  renderApp(
    <MemoryRouter>
      <PassOfCode codeId="c" />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("a pass is chosen, as a copy for each person", async () => {
  const post = serving({});
  show();
  expect(await screen.findByText(/Until you choose a pass/)).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Pass" }));
  await userEvent.click(await screen.findByRole("option", { name: "Harbor coupon · A-1" }));
  await userEvent.click(screen.getByRole("radio", { name: /a copy with its own barcode/ }));
  const copies = screen.getByRole("textbox", { name: "Number of copies" });
  await userEvent.clear(copies);
  await userEvent.type(copies, "0");
  expect(screen.getByText("Enter a whole number from 1 to 1,000,000")).toBeVisible();
  await userEvent.clear(copies);
  await userEvent.type(copies, "50");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(
      "/v1/save-pass-code",
      expect.objectContaining({ body: { code_id: "c", pass_id: "pass_1", is_personal: true, most: 50 } }),
    ),
  );
});

test("a code that leads to a pass shows how many copies were issued", async () => {
  serving({ pass_id: "pass_1", is_personal: true, most: 9, given: 2 });
  show();
  expect(await screen.findByText("2 copies were given out.")).toBeVisible();
  expect(await screen.findByDisplayValue("Harbor coupon · A-1")).toBeVisible();
});

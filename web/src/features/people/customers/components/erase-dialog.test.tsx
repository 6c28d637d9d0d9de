import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { CustomerDetail } from "@/features/people/customers/api/customers";
import { EraseDialog } from "@/features/people/customers/components/erase-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ANA = { customer_id: "cus_1", first_name: "Ana", last_name: "Silva" } as CustomerDetail;
const REFUSED = { code: "invalid", message: "The reason must not name the customer.", status: 422, errors: [] };

test("a customer can be erased only with a reason", async () => {
  const sent: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: { reason?: string } }) => {
    if (path !== "/v1/erase-person") {
      return Promise.resolve({ data: { time_zone: "UTC" }, response: new Response() });
    }
    sent.push(body);
    return Promise.resolve(
      body.reason === "Ana Silva"
        ? { error: REFUSED, response: new Response(null, { status: 422 }) }
        : { data: { erasure_id: "erasure_1", job_id: "job_1" }, response: new Response() },
    );
  }) as never);
  renderApp(
    <MemoryRouter>
      <EraseDialog customer={ANA} onCancel={() => undefined} />
    </MemoryRouter>,
  );
  const confirm = screen.getByRole<HTMLButtonElement>("button", { name: "Erase" });
  expect(confirm.disabled).toBe(true);

  await userEvent.type(screen.getByLabelText(/Reason/), "Ana Silva");
  await userEvent.click(confirm);
  await screen.findByText(REFUSED.message);
  await userEvent.clear(screen.getByLabelText(/Reason/));
  await userEvent.type(screen.getByLabelText(/Reason/), " Asked by letter ");
  await userEvent.click(confirm);

  await screen.findByText(/Erasure started/);
  expect(sent).toEqual([
    { customer_id: "cus_1", reason: "Ana Silva" },
    { customer_id: "cus_1", reason: "Asked by letter" },
  ]);
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { LockPanel } from "@/features/promotions/promo-locks/components/lock-panel";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

function shown() {
  let lock = { enabled: true, open_minutes: 60, message: "Old heading", needs_location: false, epoch: 1 };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, options: { body: Partial<typeof lock> }) => {
    if (path.endsWith("set_lock")) {
      lock = { ...lock, ...options.body };
    }
    const overview = {
      qr_id: "c1",
      lock_of: "c1",
      lock,
      promo_codes: {},
      batches: [],
      has_master_key: false,
      unseen_alarms: 0,
    };
    const data = path.endsWith("get-org-data") ? { role: "owner" } : { ...overview, items: [], total: 0 };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  const routes = [{ path: "/", element: <LockPanel codeId="c1" publicUrl="/code/c1" zone="UTC" /> }];
  renderApp(
    <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/?tab=alarms"] })} />,
    sessionOf({ status: "authenticated" }),
  );
  return () => lock;
}

test("an unsaved heading survives switching the lock off and on", async () => {
  const kept = shown();
  const heading = await screen.findByLabelText("Heading on the locked page");
  await waitFor(() => expect(heading).toBeEnabled());

  fireEvent.change(heading, { target: { value: "Members only" } });
  fireEvent.click(screen.getByRole("switch", { name: "Lock" }));
  await screen.findByText("Not locked");
  fireEvent.click(screen.getByRole("switch", { name: "Lock" }));
  await screen.findByText("Locked");

  expect(screen.getByLabelText("Heading on the locked page")).toHaveValue("Members only");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(kept().message).toBe("Members only"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeDisabled());
});

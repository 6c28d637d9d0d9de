import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { OrganizationSettings } from "@/features/org/organization/components/organization-settings";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const HARBOR = {
  org_id: "org_1",
  org_name: "Harbor",
  organization_logo: "",
  role: "owner",
  time_zone: "UTC",
  week_start: "monday",
  currency: "USD",
  locale: "en-US",
  brand: {},
  alerts_by_mail: false,
} as unknown as Parameters<typeof OrganizationSettings>[0]["organization"];

function Screen() {
  const [data, setData] = useState(HARBOR);
  return (
    <>
      <OrganizationSettings organization={data} mayEdit />
      <button onClick={() => setData({ ...HARBOR, alerts_by_mail: true, week_start: "sunday" })}>
        Somebody changes something
      </button>
    </>
  );
}

function open() {
  const router = createMemoryRouter([
    { path: "/", element: <Screen /> },
    { path: "/codes", element: <p>Codes</p> },
  ]);
  renderApp(<RouterProvider router={router} />);
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Harbor Tea" } });
  return router;
}

afterEach(() => vi.restoreAllMocks());

test("input stays when other settings of the organisation change, and these changes are shown next to it", async () => {
  const changed = { ...HARBOR, org_name: "Harbor Tea", week_start: "saturday" };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation(() => Promise.resolve({ data: changed, response: new Response() }));
  open();
  fireEvent.click(screen.getByText("Somebody changes something"));

  expect(screen.getByLabelText("Name")).toHaveValue("Harbor Tea");
  expect(await screen.findByText("Sunday")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(post).toHaveBeenCalledWith("/v1/update-organization", { body: { name: "Harbor Tea" } }));
  // Somebody else selected another day in the meantime.
  expect(await screen.findByText("Saturday")).toBeVisible();
});

test("leaving with unsaved changes asks first", async () => {
  const router = open();
  void router.navigate("/codes");

  expect(await screen.findByText("You have unsaved settings.")).toBeVisible();
});

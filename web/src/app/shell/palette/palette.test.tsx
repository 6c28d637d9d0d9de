import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { builtInEntries, matches } from "@/app/shell/palette/entries";
import PaletteHost from "@/app/shell/palette/palette-host";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const CODE = {
  code_id: "MENU23abcd",
  name: "Harbor menu",
  short_url: "https://go.example/menu",
};
let failing = false;

function answer(path: string) {
  switch (path) {
    case "/v1/get-org-data":
      return {
        org_id: "org_1",
        org_name: "Harbor Coffee",
        role: "editor",
        organization_logo: "",
      };
    case "/v1/list-organizations":
      return {
        items: [
          {
            org_id: "org_1",
            org_name: "Harbor Coffee",
            role: "editor",
            organization_logo: "",
            is_demo: false,
          },
          {
            org_id: "org_2",
            org_name: "Northwind",
            role: "owner",
            organization_logo: "",
            is_demo: false,
          },
        ],
      };
    case "/v1/get-all-qr-codes":
      return { items: [CODE] };
    default:
      return { items: [] };
  }
}

beforeEach(() => {
  failing = false;
  localStorage.clear();
  vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    failing && path === "/v1/get-all-qr-codes"
      ? Promise.resolve({
          error: { detail: "Try later" },
          response: new Response(null, { status: 422 }),
        })
      : Promise.resolve({
          data: answer(path),
          response: new Response(),
        }),
  );
});

function open() {
  const close = vi.fn();
  const router = createMemoryRouter([{ path: "*", element: <PaletteHost open onClose={close} /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return { router, close };
}

async function type(text: string) {
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: text } });
  return field;
}

test("a code is found by its name, opened with Enter, and is the first of the recent ones next time", async () => {
  const { router, close } = open();
  const field = await type("harbor");
  const option = await screen.findByRole("option", { name: /Harbor menu/ });
  await waitFor(() => expect(field).toHaveAttribute("aria-activedescendant", option.id));
  fireEvent.keyDown(field, { key: "Enter" });
  expect(router.state.location.pathname).toBe("/admin/my-codes/show/MENU23abcd");
  expect(close).toHaveBeenCalledOnce();

  fireEvent.change(field, { target: { value: "" } });
  const recent = await screen.findByRole("group", { name: "Recent" });
  expect(within(recent).getByRole("option", { name: /Harbor menu/ })).toBeVisible();
});

test("an empty result and a failed search are both announced", async () => {
  open();
  vi.mocked(calls.POST).mockImplementation((path: string) =>
    Promise.resolve({
      data: path === "/v1/get-all-qr-codes" ? { items: [] } : answer(path),
      response: new Response(),
    }),
  );
  await type("zebra");
  expect(await screen.findByText("Nothing matches “zebra”.")).toBeVisible();
});

test("a failed search can be retried and keeps the actions", async () => {
  failing = true;
  open();
  await type("new page");
  expect(await screen.findByText(/The search didn’t work/)).toBeVisible();
  expect(screen.getByRole("option", { name: "New page" })).toBeVisible();
  failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("option", { name: /Harbor menu/ })).toBeVisible();
});

test("Escape closes the palette", async () => {
  const { close } = open();
  fireEvent.keyDown(await screen.findByRole("combobox"), { key: "Escape" });
  expect(close).toHaveBeenCalledOnce();
});

test("the actions match the role, and it is possible to switch to the other organisations", () => {
  const labels = (role: string) =>
    builtInEntries(role, [{ org_id: "b", org_name: "B", role }]).map(({ label }) => label);
  expect(labels("viewer")).not.toContain("Create code");
  expect(labels("editor")).toContain("Create code");
  expect(labels("editor")).not.toContain("Invite a person…");
  expect(labels("admin")).toContain("Invite a person…");
  expect(labels("viewer")).toContain("Switch to B");
});

test("each typed word is a prefix of a word of the entry", () => {
  const [create] = builtInEntries("editor", []);
  expect(create && matches(create, "cre co")).toBe(true);
  expect(create && matches(create, "new qr")).toBe(true);
  expect(create && matches(create, "reate")).toBe(false);
});

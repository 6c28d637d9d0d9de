import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactElement, useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { AccessSettings } from "@/features/codes/rules/components/access-settings";
import type { Code } from "@/features/codes/rules/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const READ = {
  code_id: "ABCDEFGHJK",
  active_from: null,
  active_until: null,
  expired_url: null,
  fallback_url: null,
  scan_limit: null,
  visitor_limit: null,
  has_password: false,
} as unknown as Code;

function show(element: ReactElement) {
  const other = <Link to="/?part=rules">Rules</Link>;
  renderApp(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: "/",
          element: (
            <>
              {other}
              {element}
            </>
          ),
        },
        { path: "*", element: null },
      ])}
    />,
  );
}

function Route() {
  const [code, setCode] = useState(READ);
  return (
    <>
      <button type="button" onClick={() => setCode({ ...READ, fallback_url: "https://theirs.example/" })}>
        Come back
      </button>
      <AccessSettings code={code} zone="UTC" />
    </>
  );
}

test("a change that somebody else made in the meantime is not reverted", async () => {
  const sent: unknown[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: unknown }) => {
    sent.push(body);
    return Promise.resolve({ data: READ, response: new Response() });
  }) as never);
  show(<Route />);
  fireEvent.change(screen.getByLabelText("Total visits"), { target: { value: "50" } });
  fireEvent.click(screen.getByRole("button", { name: "Come back" }));
  fireEvent.click(screen.getByRole("button", { name: "Save access" }));
  await waitFor(() => expect(sent).toEqual([{ code_id: "ABCDEFGHJK", scan_limit: 50 }]));
});

test("an incomplete date or number removes nothing", async () => {
  const sent = vi.spyOn(calls, "POST");
  show(<AccessSettings code={{ ...READ, active_until: "2027-12-31T20:00:00Z", scan_limit: 50 }} zone="UTC" />);
  sent.mockClear();
  for (const label of ["Active until", "Total visits"]) {
    const input = screen.getByLabelText(label);
    // Browsers report an incomplete "31/12/" or "1e" as input without a value.
    fireEvent.change(input, { target: { value: "" } });
    Object.defineProperty(input, "validity", { value: { badInput: true } });
  }
  fireEvent.click(screen.getByRole("button", { name: "Save access" }));

  expect(await screen.findByText("Complete the date and time, or clear them")).toBeVisible();
  expect(screen.getByText("Enter a number, or clear the field")).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test("leaving for another part with unsaved changes asks first", async () => {
  show(<AccessSettings code={READ} zone="UTC" />);
  fireEvent.change(screen.getByLabelText("Total visits"), { target: { value: "50" } });
  fireEvent.click(screen.getByRole("link", { name: "Rules" }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Total visits")).toHaveProperty("value", "50");
});

test("a year that is too long while it is being typed breaks nothing, and errors without a field are shown all the same", async () => {
  const problem = {
    status: 422,
    code: "invalid",
    message: "Some fields are invalid.",
    errors: [{ field: "", message: "must be a number of at most 64 bits" }],
  };
  vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({ error: problem, response: new Response("", { status: 422 }) }),
  );
  show(<AccessSettings code={READ} zone="Europe/Berlin" />);
  const until = screen.getByLabelText<HTMLInputElement>("Active until");
  fireEvent.change(until, { target: { value: "20270-01-02T00:00" } });
  expect(until.max).toBe("9999-12-31T23:59");

  fireEvent.click(screen.getByRole("button", { name: "Save access" }));
  expect(await screen.findByText(/must be a number of at most 64 bits/)).toBeVisible();
});

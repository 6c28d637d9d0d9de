import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { RulesEditor } from "@/features/rules/components/rules-editor";
import type { Code } from "@/features/rules/types";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const READ = { code_id: "ABCDEFGHJK", version: 3, type: "redirect", rules: [], has_password: false } as unknown as Code;
const OPTIONS = { conditions: [], time_zones: [], weekdays: [], outcomes: [], max_rules: 50 };

const sent: (number | null | undefined)[] = [];

function Route() {
  const [code, setCode] = useState(READ);
  return (
    <>
      <Link to="/?part=access">Access</Link>
      <button type="button" onClick={() => setCode({ ...READ, version: 4 })}>
        Read again
      </button>
      <RulesEditor code={code} zone="UTC" />
    </>
  );
}

beforeEach(async () => {
  sent.length = 0;
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body?: { version?: number } } = {}) => {
    if (!path.endsWith("update-code")) {
      return Promise.resolve({ data: OPTIONS, response: new Response() });
    }
    sent.push(body?.version);
    const conflict = { status: 409, code: "code_changed", message: "Somebody else changed this code meanwhile." };
    return Promise.resolve(
      body?.version === 4 ? { data: { ...READ, version: 5 }, response: new Response() } : { error: conflict, response: new Response("", { status: 409 }) },
    );
  }) as never);
  vi.spyOn(api, "GET").mockImplementation((() => Promise.resolve({ data: OPTIONS, response: new Response() })) as never);
  const router = createMemoryRouter([{ path: "/", element: <Route /> }]);
  renderApp(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole("button", { name: "Add a rule" }));
});

test("rules that are not saved are not left without a question", async () => {
  fireEvent.click(screen.getByRole("link", { name: "Access" }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
});

test("rules can be saved although somebody else changed the code meanwhile, and then be left", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Save rules" }));
  expect(await screen.findByRole("dialog", { name: "Somebody else changed this code" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Read again", hidden: true }));
  fireEvent.click(screen.getByRole("button", { name: "Save mine" }));
  await waitFor(() => expect(sent).toEqual([3, 4]));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("link", { name: "Access" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

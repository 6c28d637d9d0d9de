import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Terms } from "@/features/content/terms/api/terms";
import { TermsEditor } from "@/features/content/terms/components/terms-editor";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const TERMS = {
  terms_id: "terms_1",
  code_id: null,
  title: "House rules",
  body: "<p>Be kind.</p>",
  current_version: 3,
  public_url: "/terms_1/terms",
} as unknown as Terms;

const answer = (data: unknown) => ({ data, response: new Response() });
const overtaken = () => ({
  error: { status: 409, code: "terms_changed", message: "Somebody else published a new version meanwhile." },
  response: new Response("", { status: 409 }),
});

function write(terms: Terms, isTheirs: (body: Record<string, unknown>) => boolean) {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path !== "/v1/update-terms") {
      return Promise.resolve(answer({ items: [], total: 0 }));
    }
    sent.push(body);
    return Promise.resolve(isTheirs(body) ? overtaken() : answer({ ...TERMS, current_version: 5 }));
  }) as never);
  const onDone = vi.fn();
  const editor = <TermsEditor terms={terms} forCode={false} taken={[]} onDone={onDone} onCancel={() => undefined} />;
  renderApp(<RouterProvider router={createMemoryRouter([{ path: "*", element: editor }])} />);
  return { sent, onDone };
}

test("after a conflict, the user keeps the text, can read the other version, and can publish after it", async () => {
  const { sent, onDone } = write(TERMS, (body) => body["based_on"] === 3);
  fireEvent.change(screen.getByLabelText(/Title/), { target: { value: "New rules" } });
  fireEvent.click(screen.getByRole("button", { name: "Publish version 4" }));

  expect(await screen.findByRole("link", { name: "View their version" })).toHaveAttribute("href", "/terms_1/terms");
  expect(screen.getByLabelText(/Title/)).toHaveValue("New rules");
  fireEvent.click(screen.getByRole("button", { name: "Publish mine next" }));

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.map(({ based_on, title }) => [based_on, title])).toEqual([
    [3, "New rules"],
    [undefined, "New rules"],
  ]);
});

test("rewriting a text after a lost response publishes the next version without reporting a conflict", async () => {
  const sent: Record<string, unknown>[] = [];
  let inForce = TERMS;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path === "/v1/get-terms") {
      return Promise.resolve(answer({ items: [inForce] }));
    }
    sent.push(body);
    if (body["based_on"] !== inForce.current_version) {
      return Promise.resolve(overtaken());
    }
    inForce = {
      ...inForce,
      title: String(body["title"]),
      body: "<p>Be\nkind.</p>",
      current_version: inForce.current_version + 1,
    };
    return sent.length === 1 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer(inForce));
  }) as never);
  const onDone = vi.fn();
  const editor = <TermsEditor terms={TERMS} forCode={false} taken={[]} onDone={onDone} onCancel={() => undefined} />;
  renderApp(<RouterProvider router={createMemoryRouter([{ path: "*", element: editor }])} />);

  fireEvent.change(screen.getByLabelText(/Title/), { target: { value: "New rules" } });
  fireEvent.click(screen.getByRole("button", { name: "Publish version 4" }));
  expect(await screen.findByText(/can’t be reached/)).toBeVisible();
  fireEvent.change(screen.getByLabelText(/Title/), { target: { value: "Newer rules" } });
  fireEvent.click(screen.getByRole("button", { name: "Publish version 4" }));

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.map(({ based_on, title }) => [based_on, title])).toEqual([
    [3, "New rules"],
    [3, "Newer rules"],
    [4, "Newer rules"],
  ]);
});

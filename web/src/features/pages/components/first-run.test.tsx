import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { FirstRun } from "@/features/pages/components/first-run";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/features/pages/components/page-thumbnail", () => ({ PageThumbnail: () => null }));

test("only a page with the answers of now is published, not the one shown before them", async () => {
  const asked: string[] = [];
  const made: unknown[] = [];
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: { name: string; blocks?: unknown } }) => {
    if (path.endsWith("generate-initial-content")) {
      asked.push(body.name);
      return Promise.resolve({ data: { kinds: ["cafe"], blocks: { title: body.name } }, response: new Response() });
    }
    if (path.endsWith("gen-page")) {
      made.push(body.blocks);
    }
    return Promise.resolve({ data: { code_id: "ABCDEFGHJK", page_id: "p1", items: [] }, response: new Response() });
  }) as never);
  renderApp(
    <MemoryRouter>
      <FirstRun />
    </MemoryRouter>,
  );
  const button = screen.getByRole("button", { name: "Make my page and its code" });
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.change(screen.getByLabelText("What are you called?"), { target: { value: "Zebra" } });
  expect(button).toBeDisabled();
  fireEvent.click(button);

  await waitFor(() => expect(asked).toContain("Zebra"));
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.click(button);
  await waitFor(() => expect(made).toEqual([{ title: "Zebra" }]));
});

function answering(made: { path: string; key: string | undefined; name: string }[], failing: { gen: boolean }) {
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body, headers }: { body: { name: string }; headers?: Record<string, string> }) => {
    if (path.endsWith("generate-initial-content")) {
      return Promise.resolve({ data: { kinds: ["cafe"], blocks: { title: body.name } }, response: new Response() });
    }
    made.push({ path, key: headers?.["Idempotency-Key"], name: body.name });
    if (path.endsWith("gen-page") && failing.gen) {
      return Promise.reject(new TypeError("offline"));
    }
    return Promise.resolve({ data: { code_id: "ABCDEFGHJK", page_id: "p1", items: [] }, response: new Response() });
  }) as never);
  renderApp(
    <MemoryRouter>
      <FirstRun />
    </MemoryRouter>,
  );
  return screen.getByRole("button", { name: "Make my page and its code" });
}

test("trying again after a failed call goes on with what was made, and makes no second code", async () => {
  const made: { path: string; key: string | undefined; name: string }[] = [];
  const failing = { gen: true };
  const button = answering(made, failing);
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.click(button);
  await waitFor(() => expect(made.map(({ path }) => path)).toContain("/v1/gen-page"));
  await waitFor(() => expect(button).toBeEnabled());
  failing.gen = false;
  fireEvent.click(button);

  await waitFor(() => expect(made.filter(({ path }) => path.endsWith("gen-page"))).toHaveLength(2));
  for (const path of ["/v1/qr/create-code", "/v1/gen-page"]) {
    const keys = made.filter((call) => call.path === path).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  }
});

test("Enter makes the page, and a name of spaces is none", async () => {
  const made: { path: string; key: string | undefined; name: string }[] = [];
  const button = answering(made, { gen: false });
  const name = screen.getByLabelText("What are you called?");
  fireEvent.change(name, { target: { value: "   " } });
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.submit(name);

  await waitFor(() => expect(made[0]?.name).toBe("Our first page"));
});

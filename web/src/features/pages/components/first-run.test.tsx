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

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ImportButton } from "@/features/codes/components/import-dialog";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const ROWS = "link,long_url,title\nhttps://bit.ly/a,https://a.example/,A";
const answers: (() => void)[] = [];

beforeEach(() => {
  answers.length = 0;
  vi.spyOn(api, "POST").mockImplementation(((path: string) => {
    if (!path.endsWith("import-codes")) {
      return Promise.resolve({ data: { items: [] }, response: new Response() });
    }
    return new Promise((resolve) => {
      answers.push(() => resolve({ data: { count: 1, rows: [], errors: [], notes: [], job_id: null }, response: new Response() }));
    });
  }) as never);
  renderApp(<ImportButton />);
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: ROWS } });
});

test("a pasted table stays when where it comes from is said afterwards", async () => {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /Where it comes from/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Bitly export" }));
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
});

test("rows that were changed while they were checked are not made unchecked", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Check the rows" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: `${ROWS}\nhttps://bit.ly/b,https://b.example/,B` } });
  answers[0]?.();
  await waitFor(() => expect(screen.getByRole("button", { name: "Check the rows" })).toBeEnabled());
  expect(screen.queryByRole("button", { name: "Make 1 code" })).toBeNull();
});

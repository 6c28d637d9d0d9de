import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ImportButton } from "@/features/codes/codes/components/import-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ROWS = "link,long_url,title\nhttps://bit.ly/a,https://a.example/,A";
const answers: (() => void)[] = [];
const FAILED = {
  job_id: "job_1",
  state: "failed",
  done: 0,
  total: 1,
  error: "A folder was removed in the meantime, so nothing was created. Try again.",
};
let jobId: string | null = null;

beforeEach(() => {
  answers.length = 0;
  jobId = null;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: { preview?: boolean } }) => {
    if (path.endsWith("get-job")) {
      return Promise.resolve({ data: FAILED, response: new Response() });
    }
    if (!path.endsWith("import-codes")) {
      return Promise.resolve({ data: { items: [] }, response: new Response() });
    }
    return new Promise((resolve) => {
      answers.push(() =>
        resolve({
          data: { count: 1, codes: [], rows: [], errors: [], notes: [], job_id: body.preview ? null : jobId },
          response: new Response(),
        }),
      );
    });
  }) as never);
  const codes = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <ImportButton />
    </>
  );
  renderApp(
    <RouterProvider
      router={createMemoryRouter([
        { path: "/", element: codes },
        { path: "*", element: <p>Gone</p> },
      ])}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: ROWS } });
});

test("a pasted table is kept when its source is chosen afterwards", async () => {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /Source/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Bitly export" }));
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
});

test("rows that changed during the check are not created unchecked", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.change(screen.getByLabelText("Table"), {
    target: { value: `${ROWS}\nhttps://bit.ly/b,https://b.example/,B` },
  });
  answers[0]?.();
  await waitFor(() => expect(screen.getByRole("button", { name: "Check rows" })).toBeEnabled());
  expect(screen.queryByRole("button", { name: "Create 1 code" })).toBeNull();
});

test("a table is not lost without a question by a click outside, by Escape or by going back", async () => {
  fireEvent.keyDown(screen.getByLabelText("Table"), { key: "Escape" });
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getAllByRole("button", { name: "Cancel" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Leave without saving?" })).toBeNull());
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);

  fireEvent.click(screen.getByRole("link", { name: "Elsewhere", hidden: true }));
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Gone")).toBeVisible();
});

test("an empty table can be left without a question", async () => {
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: "" } });
  fireEvent.keyDown(screen.getByLabelText("Table"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("if nothing was created in the end, the table is still there for another try", async () => {
  jobId = FAILED.job_id;
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  fireEvent.click(await screen.findByRole("button", { name: "Create 1 code" }));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await waitFor(() => {
    expect(screen.getByText(FAILED.error)).toBeVisible();
    expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
  });
});

test("a spreadsheet chosen as a table gets instructions, and the input stays", async () => {
  const file = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], "codes.xlsx");
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, { target: { files: [file] } });
  expect(await screen.findByText(/This is a spreadsheet/)).toBeVisible();
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
});

test("a table without rows and an empty file are reported without a request to the server", async () => {
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: "link,long_url,title\n\n" } });
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  expect(await screen.findByText("There are no rows below the header line.")).toBeVisible();
  expect(answers).toHaveLength(0);

  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
    target: { files: [new File([], "codes.csv")] },
  });
  expect(await screen.findByText("This file is empty.")).toBeVisible();
});

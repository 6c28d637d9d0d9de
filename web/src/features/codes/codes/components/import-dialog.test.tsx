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

test("a pasted table stays when where it comes from is said afterwards", async () => {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /Source/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Bitly export" }));
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
});

test("rows that were changed while they were checked are not made unchecked", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.change(screen.getByLabelText("Table"), {
    target: { value: `${ROWS}\nhttps://bit.ly/b,https://b.example/,B` },
  });
  answers[0]?.();
  await waitFor(() => expect(screen.getByRole("button", { name: "Check rows" })).toBeEnabled());
  expect(screen.queryByRole("button", { name: "Create 1 code" })).toBeNull();
});

test("a table is not lost by a click beside it, by Escape or by going back without a question", async () => {
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

test("an empty table is left without a question", async () => {
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: "" } });
  fireEvent.keyDown(screen.getByLabelText("Table"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("when nothing was made in the end, the table is there to be tried again", async () => {
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

test("a spreadsheet chosen as a table is told what to do, and what was typed stays", async () => {
  const file = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], "codes.xlsx");
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, { target: { files: [file] } });
  expect(await screen.findByText(/This is a spreadsheet/)).toBeVisible();
  expect(screen.getByLabelText("Table")).toHaveProperty("value", ROWS);
});

test("a table of no rows, and a file of nothing, are told without asking the server", async () => {
  fireEvent.change(screen.getByLabelText("Table"), { target: { value: "link,long_url,title\n\n" } });
  fireEvent.click(screen.getByRole("button", { name: "Check rows" }));
  expect(await screen.findByText("There are no rows below the header line.")).toBeVisible();
  expect(answers).toHaveLength(0);

  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
    target: { files: [new File([], "codes.csv")] },
  });
  expect(await screen.findByText("This file is empty.")).toBeVisible();
});

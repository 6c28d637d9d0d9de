import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PicturesDialog } from "@/features/codes/codes/components/pictures-dialog";
import { renderApp } from "@/shared/testing/render";

const saved: Blob[] = [];
vi.mock("@/shared/files/save-file", () => ({ saveBlob: (_name: string, blob: Blob) => saved.push(blob) }));

const codes = ["a", "b", "c"].map((code_id) => ({ code_id, name: `Table ${code_id}` }));
let failing: string[];

beforeEach(() => {
  saved.length = 0;
  vi.stubGlobal("fetch", (address: string) => {
    const fails = failing.some((id) => address.includes(`/${id}.`));
    const problem = { status: 410, code: "broken", message: "It broke." };
    return Promise.resolve(new Response(fails ? JSON.stringify(problem) : "picture", { status: fails ? 410 : 200 }));
  });
});

function open() {
  const onClose = vi.fn();
  const listed = (
    <>
      <Link to="/elsewhere">Back</Link>
      <PicturesDialog title="Pictures" fileName="codes" codes={() => Promise.resolve(codes)} onClose={onClose} />
    </>
  );
  const routes = [
    { path: "/", element: listed },
    { path: "/elsewhere", element: <p>Elsewhere</p> },
  ];
  renderApp(<RouterProvider router={createMemoryRouter(routes)} />);
  fireEvent.click(screen.getByRole("button", { name: "Download images" }));
  return onClose;
}

test("pictures that could not be fetched are listed, and the others are saved all the same", async () => {
  failing = ["b"];
  const onClose = open();
  expect(await screen.findByText("1 of 3 images are missing: “Table b”. It broke.")).toBeVisible();
  expect(saved).toHaveLength(0);

  fireEvent.click(screen.getByRole("button", { name: "Save without missing images" }));
  const text = await saved[0]?.text();
  expect(text).toContain("Table a.pdf");
  expect(text).not.toContain("Table b.pdf");
  expect(onClose).toHaveBeenCalled();
});

test("the missing pictures can be retried, and then the archive is complete", async () => {
  failing = ["a", "b", "c"];
  open();
  expect(await screen.findByText("No images could be downloaded. It broke.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save without missing images" })).toBeNull();

  failing = [];
  fireEvent.click(screen.getByRole("button", { name: "Retry missing images" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain("Table c.pdf");
});

test("a click outside the dialog does not cancel the download", async () => {
  const waiting = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", waiting);
  const onClose = open();
  await screen.findByText("Images: 0 of 3");
  const backdrop = document.querySelector(".MuiDialog-container");
  fireEvent.mouseDown(backdrop as Element);
  fireEvent.click(backdrop as Element);
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalled();
});

test.each([
  ["45", "Continues automatically in 45 seconds."],
  ["600", "Continues automatically in 10 minutes."],
])("how long it waits is what the server said: %s", async (wait, said) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 429, headers: { "Retry-After": wait } })));
  open();
  expect(await screen.findByText(new RegExp(`Images: 0 of 3. .*${said}`))).toBeVisible();
});

test("going back while pictures are fetched asks before they are lost", async () => {
  vi.stubGlobal("fetch", () => new Promise<Response>(() => undefined));
  open();
  await screen.findByText("Images: 0 of 3");
  fireEvent.click(screen.getByText("Back"));
  expect(await screen.findByRole("dialog", { name: "Stop downloading?" })).toBeVisible();
  fireEvent.click(screen.getAllByRole("button", { name: "Cancel" }).at(-1) as HTMLElement);
  expect(screen.getByText("Images: 0 of 3")).toBeVisible();

  fireEvent.click(screen.getByText("Back"));
  fireEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Elsewhere")).toBeVisible();
});

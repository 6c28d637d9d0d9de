import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, type Mock, test, vi } from "vitest";
import { NoteEditor } from "@/features/content/notes/components/note-editor";
import type { Note } from "@/features/content/notes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const NOTE = {
  note_id: "note_1",
  code_id: "abc",
  title: "House rules",
  body: "<p>Be kind.</p>",
  is_public: false,
  version: 1,
  attachments: [{ name: "old.pdf", key: "org/1/old.pdf", url: "", is_picture: false }],
} as unknown as Note;

const answer = (data: unknown) => ({ data, response: new Response() });

test("a note waits for a running upload, and attachments that were removed in the meantime stay removed", async () => {
  let arrive: (answered: unknown) => void = () => undefined;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) =>
      path === "/v1/upload-image" ? arrived : Promise.resolve(answer({ ...NOTE, items: [], total: 0 })),
    ) as unknown as Mock;
  const kept = () => (post.mock.calls as [string, unknown][]).filter(([path]) => path === "/v1/add_qr_note");
  const screenOfNotes = {
    path: "*",
    element: <NoteEditor note={NOTE} codeId="abc" onDone={() => undefined} onReload={() => Promise.resolve()} />,
  };
  renderApp(<RouterProvider router={createMemoryRouter([screenOfNotes])} />);

  const picture = new File(["bytes"], "menu.png", { type: "image/png" });
  fireEvent.change(screen.getByTestId("attachment-input"), { target: { files: [picture] } });
  const save = screen.getByRole("button", { name: "Save changes" });
  await waitFor(() => expect(save).toBeDisabled());
  fireEvent.submit(screen.getByLabelText(/Title/));
  fireEvent.click(screen.getByRole("button", { name: "Remove attachment 1" }));
  expect(kept()).toHaveLength(0);

  await act(async () => {
    arrive(answer({ url: "https://go.example/media/org/1/menu.png", name: "menu.png" }));
    await arrived;
  });
  await waitFor(() => expect(save).toBeEnabled());
  fireEvent.click(save);

  await waitFor(() => expect(kept()).toHaveLength(1));
  expect(kept()[0]?.[1]).toMatchObject({ body: { attachments: [{ name: "menu.png", url: "org/1/menu.png" }] } });
});

test("of several files, those that arrive are attached, and each failed one is named", async () => {
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: { file?: unknown } }) => {
    if (path !== "/v1/upload-image") {
      return Promise.resolve(answer({ ...NOTE, items: [], total: 0 }));
    }
    const { name } = body.file as File;
    return name.startsWith("broken")
      ? Promise.reject(new Error("This is no picture."))
      : Promise.resolve(answer({ url: `https://go.example/media/org/1/${name}`, name }));
  }) as never);
  const screenOfNotes = {
    path: "*",
    element: <NoteEditor note={NOTE} codeId="abc" onDone={() => undefined} onReload={() => Promise.resolve()} />,
  };
  renderApp(<RouterProvider router={createMemoryRouter([screenOfNotes])} />);
  const input = screen.getByTestId("attachment-input");
  const pictures = ["one.png", "broken.png", "two.png"].map((name) => new File(["bytes"], name, { type: "image/png" }));

  expect(input).toHaveAttribute("multiple");
  fireEvent.change(input, { target: { files: pictures } });

  expect(await screen.findByText("broken.png: This is no picture.")).toBeVisible();
  expect(screen.getByLabelText("Description of attachment 2")).toHaveValue("one.png");
  expect(screen.getByLabelText("Description of attachment 3")).toHaveValue("two.png");
  expect(screen.getByRole("button", { name: "Save changes" })).toBeEnabled();
});

test("saving a note that somebody else has saved in the meantime lets the user choose a version", async () => {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path !== "/v1/add_qr_note") {
      return Promise.resolve(answer({ items: [], total: 0 }));
    }
    sent.push(body);
    return Promise.resolve(
      body["version"] === undefined
        ? answer(NOTE)
        : {
            error: { status: 409, code: "note_changed", message: "Someone else changed this note meanwhile." },
            response: new Response("", { status: 409 }),
          },
    );
  }) as never);
  const onDone = vi.fn();
  const onReload = vi.fn(() => Promise.resolve());
  const screenOfNotes = {
    path: "*",
    element: <NoteEditor note={NOTE} codeId="abc" onDone={onDone} onReload={onReload} />,
  };
  renderApp(<RouterProvider router={createMemoryRouter([screenOfNotes])} />);

  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  fireEvent.click(await screen.findByRole("button", { name: "Load their version" }));
  await waitFor(() => expect(onReload).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();

  const over = screen.getByRole("button", { name: "Overwrite with mine" });
  await waitFor(() => expect(over).toBeEnabled());
  fireEvent.click(over);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.map(({ version }) => version)).toEqual([1, undefined]);
});

test("after a lost response, further edits change the new note instead of creating a second one", async () => {
  const sent: Record<string, unknown>[] = [];
  const made = new Map<string, unknown>();
  vi.spyOn(calls, "POST").mockImplementation(((
    path: string,
    { body, headers }: { body: Record<string, unknown>; headers?: Record<string, string> },
  ) => {
    if (path !== "/v1/add_qr_note") {
      return Promise.resolve(answer({ items: [], total: 0 }));
    }
    sent.push(body);
    const key = headers?.["Idempotency-Key"] ?? "";
    const first = made.get(key) ?? {
      ...NOTE,
      ...body,
      note_id: body["note_id"] ?? `note_${sent.length}`,
      version: sent.length,
    };
    made.set(key, first);
    return sent.length === 1 ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer(first));
  }) as never);
  const onDone = vi.fn();
  const screenOfNotes = {
    path: "*",
    element: <NoteEditor note={null} codeId="abc" onDone={onDone} onReload={() => Promise.resolve()} />,
  };
  renderApp(<RouterProvider router={createMemoryRouter([screenOfNotes])} />);
  fireEvent.change(screen.getByLabelText(/Title/), { target: { value: "Rules" } });
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  expect(await screen.findByText(/can’t be reached/)).toBeVisible();
  fireEvent.change(screen.getByLabelText(/Title/), { target: { value: "House rules" } });
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(made.size).toBe(2);
  expect(sent.map(({ note_id, title }) => [note_id, title])).toEqual([
    [undefined, "Rules"],
    [undefined, "Rules"],
    ["note_1", "House rules"],
  ]);
});

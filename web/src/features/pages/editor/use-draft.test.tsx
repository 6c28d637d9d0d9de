import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useDraft } from "@/features/pages/editor/use-draft";
import type { PageRead } from "@/features/pages/types";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const READ = { page_id: "page_1", version: 2, blocks: { root: {}, content: [] } } as unknown as PageRead;
const WRITTEN = { root: { props: {} }, content: [{ type: "Heading", props: { id: "one", text: "Hello" } }] } as never;

function Editor() {
  const draft = useDraft(READ);
  return (
    <>
      <p role="status">{draft.state}</p>
      <p data-testid="trouble">{draft.trouble}</p>
      <button type="button" onClick={() => draft.change(WRITTEN)}>
        Write
      </button>
      <button type="button" onClick={() => draft.change(READ.blocks as never)}>
        Take back
      </button>
      <button type="button" onClick={() => void draft.flush()}>
        Save
      </button>
      <button type="button" onClick={() => void draft.publish().catch(() => undefined)}>
        Publish
      </button>
      <button type="button" onClick={() => void draft.keepMine()}>
        Keep mine
      </button>
    </>
  );
}

/** Answers one after the other; what was sent is kept. */
function answering(...answers: (() => Promise<unknown>)[]) {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(api, "POST").mockImplementation(((_: string, { body }: { body: Record<string, unknown> }) => {
    sent.push(body);
    return (answers.shift() ?? (() => Promise.reject(new TypeError("Failed to fetch"))))();
  }) as never);
  return sent;
}

const saved = () => Promise.resolve({ data: { ...READ, version: 3 }, response: new Response() });
const cutOff = () => Promise.reject(new TypeError("Failed to fetch"));
const conflict = () =>
  Promise.resolve({
    error: { status: 409, code: "changed_meanwhile", message: "Somebody else changed this page." },
    response: new Response("", { status: 409 }),
  });

test("what could not be sent is sent when the connection is back", async () => {
  answering(cutOff, saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("failed"));
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
});

test("one's own draft can be saved over somebody else's", async () => {
  const sent = answering(conflict, saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("conflict"));
  fireEvent.click(screen.getByText("Keep mine"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
  expect(sent.map((body) => body["version"])).toEqual([2, null]);
});

test("what is taken back while it is being saved is saved as it is then", async () => {
  const server: { answer?: (value: unknown) => void } = {};
  const sent = answering(() => new Promise((done) => (server.answer = done)), saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(sent).toHaveLength(1));

  fireEvent.click(screen.getByText("Take back"));
  server.answer?.(saved());

  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 3000 });
  expect(sent[1]?.["blocks"]).toEqual(READ.blocks);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
});

const refusal = (status: number, message: string) => () =>
  Promise.resolve({ error: { status, code: "no", message }, response: new Response("", { status }) });

test.each([
  [403, "Your role is viewer.", "stopped"],
  [404, "There is no such page.", "stopped"],
  [401, "Log in first.", "failed"],
  [429, "Too many requests.", "failed"],
  [500, "Something broke.", "failed"],
])("after an answer of %i it is said why, and asked again only where that may help", async (status, message, state) => {
  const sent = answering(refusal(status, message), saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(state));
  expect(screen.getByTestId("trouble")).toHaveTextContent(message);

  fireEvent(window, new Event("online"));
  if (state === "failed") {
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
    expect(screen.getByTestId("trouble")).toBeEmptyDOMElement();
  }
  expect(sent).toHaveLength(state === "failed" ? 2 : 1);
});

test("once what was refused is taken back, nothing is wrong any more", async () => {
  answering(refusal(403, "Your role is viewer."));
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("stopped"));

  fireEvent.click(screen.getByText("Take back"));
  expect(screen.getByRole("status").textContent).toBe("saved");
  expect(screen.getByTestId("trouble")).toBeEmptyDOMElement();
});

test("one's own page can be saved over somebody else's that is only found when it is published", async () => {
  const sent = answering(conflict, saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Publish"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("conflict"));
  fireEvent.click(screen.getByText("Keep mine"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
  expect(sent.map(({ action, blocks }) => [action, blocks])).toEqual([
    ["publish", undefined],
    ["save", READ.blocks],
  ]);
});

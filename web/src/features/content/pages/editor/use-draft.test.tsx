import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type Unmade, useDraft } from "@/features/content/pages/editor/use-draft";
import type { PageRead } from "@/features/content/pages/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const READ = { page_id: "page_1", version: 2, blocks: { root: {}, content: [] } } as unknown as PageRead;
const WRITTEN = { root: { props: {} }, content: [{ type: "Heading", props: { id: "one", text: "Hello" } }] } as never;

function Editor({ page = READ, unmade }: { page?: PageRead; unmade?: Unmade }) {
  const draft = useDraft(page, unmade);
  return (
    <>
      <p role="status">{draft.state}</p>
      <p data-testid="problems">{Object.keys(draft.problems).join()}</p>
      <p data-testid="trouble">{draft.trouble}</p>
      <button type="button" onClick={() => draft.change(WRITTEN)}>
        Write
      </button>
      <button type="button" onClick={() => draft.change(READ.blocks)}>
        Take back
      </button>
      <button type="button" onClick={() => void draft.flush()}>
        Save
      </button>
      <button type="button" onClick={() => void draft.publish().catch(() => undefined)}>
        Publish
      </button>
      <button type="button" onClick={() => void draft.alter({ name: "Lunch" }).catch(() => undefined)}>
        Rename
      </button>
      <button type="button" onClick={() => void draft.keepMine()}>
        Keep mine
      </button>
    </>
  );
}

/** Returns the given responses one after the other, and records the requests. */
function answering(...answers: (() => Promise<unknown>)[]) {
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: Record<string, unknown> }) => {
    sent.push(body);
    return (answers.shift() ?? (() => Promise.reject(new TypeError("Failed to fetch"))))();
  }) as never);
  return sent;
}

const savedAs = (version: number) => () => Promise.resolve({ data: { ...READ, version }, response: new Response() });
const saved = savedAs(3);
const cutOff = () => Promise.reject(new TypeError("Failed to fetch"));
const conflict = () =>
  Promise.resolve({
    error: { status: 409, code: "page_changed", message: "Someone else changed this page." },
    response: new Response("", { status: 409 }),
  });

test("changes that could not be sent are sent when the connection returns", async () => {
  answering(cutOff, saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("failed"));
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
});

test("a draft can be saved over somebody else's", async () => {
  const sent = answering(conflict, saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("conflict"));
  fireEvent.click(screen.getByText("Keep mine"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
  expect(sent.map((body) => body["version"])).toEqual([2, null]);
});

test("a change that is reverted while it is being saved is saved in its reverted state", async () => {
  const server: { answer?: (value: unknown) => void } = {};
  const sent = answering(() => new Promise((done) => (server.answer = done)), saved);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(sent).toHaveLength(1));

  fireEvent.click(screen.getByText("Take back"));
  server.answer?.(saved());

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.["blocks"]).toEqual(READ.blocks);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
});

const refusal = (status: number, message: string) => () =>
  Promise.resolve({ error: { status, code: "no", message }, response: new Response("", { status }) });

test.each([
  [403, "Your role is viewer.", "stopped"],
  [404, "Page not found.", "stopped"],
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

test("once a refused change is reverted, the error disappears", async () => {
  answering(refusal(403, "Your role is viewer."));
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("stopped"));

  fireEvent.click(screen.getByText("Take back"));
  expect(screen.getByRole("status").textContent).toBe("saved");
  expect(screen.getByTestId("trouble")).toBeEmptyDOMElement();
});

interface Sent {
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * Answers as the server does: an outdated version is a conflict, and every change creates a new version. If `isSlow`,
 * the first response waits until it is released. `unanswered` responses get lost after the change was made.
 */
function serving({ version = 2, isSlow = false, unanswered = 0 } = {}) {
  const server: { version: number; blocks: unknown; published: unknown; letGo?: () => void } = {
    version,
    blocks: READ.blocks,
    published: null,
  };
  const sent: Record<string, unknown>[] = [];
  const answers = new Map<string, number>();
  vi.spyOn(calls, "POST").mockImplementation((async (path: string, { body, headers }: Sent) => {
    if (!path.endsWith("update-page")) {
      return { data: {}, response: new Response() };
    }
    sent.push(body);
    if (isSlow && sent.length === 1) {
      await new Promise<void>((done) => (server.letGo = done));
    }
    const key = headers?.["Idempotency-Key"] ?? "";
    const first = answers.get(key);
    if (first !== undefined) {
      return savedAs(first)();
    }
    if (typeof body["version"] === "number" && body["version"] !== server.version) {
      return conflict();
    }
    if ((body["blocks"] ?? body["name"]) !== undefined) {
      server.version += 1;
      server.blocks = body["blocks"] ?? server.blocks;
    }
    server.published = body["action"] === "publish" ? server.blocks : server.published;
    if (key !== "") {
      answers.set(key, server.version);
    }
    if (sent.length <= unanswered) {
      return cutOff();
    }
    return savedAs(server.version)();
  }) as never);
  return { server, sent };
}

const stateIs = (state: string) => waitFor(() => expect(screen.getByRole("status").textContent).toBe(state));

test("renaming the page and then editing it causes no conflict with oneself", async () => {
  const { server, sent } = serving();
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(server.version).toBe(3));
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(server.blocks).toEqual(WRITTEN));
  await stateIs("saved");
  expect(sent.map((body) => body["version"])).toEqual([2, 3]);
});

test("changes during a rename wait for the version that it creates", async () => {
  const { server, sent } = serving({ isSlow: true });
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  server.letGo?.();
  await waitFor(() => expect(server.blocks).toEqual(WRITTEN));
  await stateIs("saved");
});

test("renaming a page that somebody else saved overwrites nothing", async () => {
  const { server } = serving({ version: 3 });
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await stateIs("conflict");
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(server.version).toBe(4));
  fireEvent.click(screen.getByText("Save"));
  await stateIs("conflict");
  expect(server.blocks).toEqual(READ.blocks);
});

test("changes by somebody else are never published unseen", async () => {
  const { server, sent } = serving({ version: 3 });
  renderApp(<Editor />);
  for (const times of [1, 2]) {
    fireEvent.click(screen.getByText("Publish"));
    await waitFor(() => expect(sent).toHaveLength(times));
    await stateIs("conflict");
    // There is nothing to save, and yet the server has somebody else's changes.
    fireEvent.click(screen.getByText("Save"));
    await new Promise((done) => setTimeout(done));
    await stateIs("conflict");
  }
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Publish"));
  await waitFor(() => expect(sent).toHaveLength(3));
  await stateIs("conflict");
  expect([server.published, server.version]).toEqual([null, 3]);

  fireEvent.click(screen.getByText("Keep mine"));
  await stateIs("saved");
  fireEvent.click(screen.getByText("Publish"));
  await waitFor(() => expect(server.published).toEqual(WRITTEN));
});

test("a page can be saved over somebody else's changes that are found only on publication", async () => {
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

test("editing on after a lost response causes no conflict with oneself", async () => {
  const { server, sent } = serving({ unanswered: 1 });
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(server.version).toBe(3));
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await stateIs("saved");
  expect(server).toMatchObject({ version: 4, blocks: WRITTEN });
  expect(sent.map(({ name, version }) => [name, version])).toEqual([
    ["Lunch", 2],
    ["Lunch", 2],
    [undefined, 3],
  ]);
});

test("a change that is reverted after its response was lost is reverted on the server", async () => {
  const { server } = serving({ unanswered: 1 });
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await stateIs("failed");
  expect(server.blocks).toEqual(WRITTEN);
  fireEvent.click(screen.getByText("Take back"));
  fireEvent.click(screen.getByText("Save"));
  await stateIs("saved");
  expect(server.blocks).toEqual(READ.blocks);
});

test("a publication whose response was lost is not retried by further edits", async () => {
  const { server, sent } = serving({ unanswered: 1 });
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Publish"));
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(server.blocks).toEqual(WRITTEN));
  expect(sent.map((body) => body["action"])).toEqual(["publish", "save"]);
});

test("errors of a publication are checked again when the page changes", async () => {
  const refused = () =>
    Promise.resolve({
      error: {
        status: 422,
        code: "invalid",
        message: "The page is not complete.",
        errors: [
          { field: "blocks.content[0].props.poll_id", message: "needs a code", code: "missing" },
          { field: "blocks.content[1].props.url", message: "is required", code: "missing" },
        ],
      },
      response: new Response("", { status: 422 }),
    });
  const left = (...fields: string[]) => {
    const problems = fields.map((field) => ({ field, message: "is required", code: "missing" }));
    return () => Promise.resolve({ data: { problems }, response: new Response() });
  };
  answering(refused, saved, left("blocks.content[1].props.url"), saved, left());
  renderApp(<Editor />);
  const problems = () => screen.getByTestId("problems").textContent;

  fireEvent.click(screen.getByText("Publish"));
  await waitFor(() => expect(problems()).toBe("blocks.content[0].props.poll_id,blocks.content[1].props.url"));
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(problems()).toBe("blocks.content[1].props.url"));
  fireEvent.click(screen.getByText("Rename"));
  await waitFor(() => expect(problems()).toBe(""));
});

test("a page is created when a block is added, and only once despite retries", async () => {
  const unmadePage = { ...READ, page_id: "", name: "New page", version: 0 };
  const headers: unknown[] = [];
  const paths: string[] = [];
  const answers = [cutOff, savedAs(1), savedAs(2)];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, options: { headers?: unknown }) => {
    paths.push(path);
    headers.push(options.headers);
    return (answers.shift() ?? cutOff)();
  }) as never);
  const onMade = vi.fn();
  const unmade = { code_id: null, key: { "Idempotency-Key": "once" }, onMade };
  renderApp(<Editor page={unmadePage} unmade={unmade} />);

  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
  expect(paths).toEqual([]);
  fireEvent.click(screen.getByText("Write"));
  fireEvent.click(screen.getByText("Save"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("failed"));
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));

  expect(paths).toEqual(["/v1/gen-page", "/v1/gen-page", "/v1/update-page"]);
  expect(headers.slice(0, 2)).toEqual([unmade.key, unmade.key]);
  expect(onMade).toHaveBeenCalledOnce();
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useDraft } from "@/features/content/pages/editor/use-draft";
import type { PageRead } from "@/features/content/pages/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const READ = { page_id: "page_1", version: 2, blocks: { root: {}, content: [] } } as unknown as PageRead;
const WRITTEN = { root: { props: {} }, content: [{ type: "Heading", props: { id: "one", text: "Hello" } }] } as never;

function Editor() {
  const draft = useDraft(READ);
  return (
    <>
      <p role="status">{draft.state}</p>
      <button type="button" onClick={() => draft.change(WRITTEN)}>
        Write
      </button>
    </>
  );
}

/** Mocks a server with this latest version, and records the requests. */
function serving(version: number) {
  const asked: string[] & { letGo?: () => void } = [];
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    asked.push(path);
    if (path.endsWith("page-history")) {
      return Promise.resolve({ data: { items: [{ version }] }, response: new Response() });
    }
    return new Promise((done) => {
      asked.letGo = () => done({ data: { ...READ, version: 3 }, response: new Response() });
    });
  });
  return asked;
}

test("returning to the page reports that somebody else saved it, before editing goes on", async () => {
  const asked = serving(3);
  renderApp(<Editor />);
  fireEvent(document, new Event("visibilitychange"));
  fireEvent(window, new Event("focus"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("conflict"));
  expect(asked).toEqual(["/v1/page-history"]);
});

test("returning to an unchanged page reports nothing", async () => {
  const asked = serving(2);
  renderApp(<Editor />);
  fireEvent(window, new Event("focus"));
  await waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((done) => setTimeout(done));
  expect(screen.getByRole("status").textContent).toBe("saved");
});

test("a save in progress is not reported as somebody else's", async () => {
  const asked = serving(3);
  renderApp(<Editor />);
  fireEvent.click(screen.getByText("Write"));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saving"));
  fireEvent(window, new Event("focus"));
  asked.letGo?.();
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("saved"));
  fireEvent(window, new Event("focus"));
  await waitFor(() => expect([...asked]).toEqual(["/v1/update-page", "/v1/page-history"]));
  await new Promise((done) => setTimeout(done));
  expect(screen.getByRole("status").textContent).toBe("saved");
});

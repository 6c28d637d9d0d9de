import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NameDialog } from "@/features/content/pages/editor/name-dialog";
import { useDraft } from "@/features/content/pages/editor/use-draft";
import type { PageRead } from "@/features/content/pages/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const page = {
  page_id: "page_1",
  name: "Menu",
  code_id: null,
  vanity_name: null,
  is_published: true,
  has_changes: false,
  version: 3,
  blocks: {},
};

function Naming({ onClose }: { onClose: () => void }) {
  return <NameDialog draft={useDraft(page as unknown as PageRead)} onClose={onClose} />;
}

test("a page without a code gets one, and is published under it", async () => {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const answer = path.endsWith("create-code")
      ? { code_id: "ABCDEFGHJK" }
      : { ...page, code_id: "ABCDEFGHJK", version: 4, is_published: body["action"] === "publish" };
    return Promise.resolve({ data: answer, response: new Response() });
  }) as never);
  const onClose = vi.fn();
  renderApp(<Naming onClose={onClose} />);

  fireEvent.click(screen.getByRole("switch", { name: "Create a new code for this page" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());

  const changes = sent.filter(([path]) => /create-code|update-page/.test(path));
  expect(changes).toEqual([
    ["/v1/qr/create-code", { name: "Menu", type: "page" }],
    [
      "/v1/update-page",
      { action: "save", page_id: "page_1", name: "Menu", vanity_name: null, code_id: "ABCDEFGHJK", version: 3 },
    ],
    ["/v1/update-page", { action: "publish", page_id: "page_1", version: 4 }],
  ]);
});

test("a code is created only once, even if the page's name in the address is refused", async () => {
  const sent: string[] = [];
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    sent.push(path);
    const refused = {
      error: { status: 409, code: "vanity_name_taken", message: "Another page has this name already." },
      response: new Response("", { status: 409 }),
    };
    return Promise.resolve(
      path.endsWith("update-page") ? refused : { data: { code_id: "ABCDEFGHJK", items: [] }, response: new Response() },
    );
  });
  renderApp(<Naming onClose={() => undefined} />);

  fireEvent.click(screen.getByRole("switch", { name: "Create a new code for this page" }));
  for (const times of [1, 2]) {
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent.filter((path) => path.endsWith("update-page"))).toHaveLength(times));
  }
  expect(await screen.findByText("Another page has this name already.")).toBeVisible();
  expect(sent.filter((path) => path.endsWith("create-code"))).toHaveLength(1);
});

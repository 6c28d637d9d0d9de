import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NameDialog } from "@/features/pages/editor/name-dialog";
import type { Draft } from "@/features/pages/editor/use-draft";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

test("a page without a code gets one, and is published for it", async () => {
  const sent: [string, Record<string, unknown>][] = [];
  const page = { page_id: "page_1", name: "Menu", code_id: null, vanity_name: null, is_published: true, has_changes: false };
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const answer = path.endsWith("create-code")
      ? { code_id: "ABCDEFGHJK" }
      : { ...page, code_id: "ABCDEFGHJK", version: 4, is_published: body["action"] === "publish" };
    return Promise.resolve({ data: answer, response: new Response() });
  }) as never);
  const onNamed = vi.fn();
  const draft = { page, flush: () => Promise.resolve(true) } as unknown as Draft;
  renderApp(<NameDialog draft={draft} onClose={() => undefined} onNamed={onNamed} />);

  fireEvent.click(screen.getByRole("switch", { name: "Make a new code for this page" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onNamed).toHaveBeenCalled());

  const changes = sent.filter(([path]) => /create-code|update-page/.test(path));
  expect(changes).toEqual([
    ["/v1/qr/create-code", { name: "Menu", type: "page" }],
    ["/v1/update-page", { action: "save", page_id: "page_1", name: "Menu", vanity_name: null, code_id: "ABCDEFGHJK" }],
    ["/v1/update-page", { action: "publish", page_id: "page_1", version: 4 }],
  ]);
});

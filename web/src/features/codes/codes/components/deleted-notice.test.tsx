import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { DeletedNotice } from "@/features/codes/codes/components/deleted-notice";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const CODE = { code_id: "ABCDEFGHJK", name: "Menu", deleted_at: "2026-11-01T10:00:00Z" } as unknown as Code;
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: unknown }) => {
    sent.push(body);
    return Promise.resolve({ data: { ...CODE, deleted_at: null }, response: new Response() });
  }) as never);
});

test("a deleted code is restored from its edit screen", async () => {
  renderApp(<DeletedNotice code={CODE} />);
  expect(screen.getByRole("alert")).toHaveTextContent("Restore it to make changes");
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(sent).toEqual([{ code_id: CODE.code_id, restore: true }]));
});

test("nothing is shown for other codes", () => {
  renderApp(<DeletedNotice code={{ ...CODE, deleted_at: null }} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ImportDialog } from "@/features/people/consents/components/import-dialog";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

interface ImportCall {
  body: { text: string; name: string | null; list_id: string | null };
  headers: unknown;
}

test("a long import that failed continues in the list that it has begun", async () => {
  const sent: ImportCall[] = [];
  vi.spyOn(calls, "POST").mockImplementation((_, options) => {
    const call = options as unknown as ImportCall;
    sent.push(call);
    if (sent.length === 2) {
      return Promise.reject(new Error("The connection was lost"));
    }
    const added = call.body.text.split("\n").length;
    const data = { list_id: "sup_1", added, known: 0, refused: 0, problems: [] };
    return Promise.resolve({ data, response: new Response() });
  });
  renderApp(<ImportDialog onClose={() => undefined} />);
  const rows = Array.from({ length: 5_000 }, (_, at) => `u${at}@harbor.example`).join("\n");
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Unsubscribed" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Addresses and numbers" }), { target: { value: rows } });
  const button = screen.getByRole("button", { name: "Import" });
  fireEvent.click(button);
  await screen.findByRole("alert");
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.click(button);

  expect(await screen.findByText("5,000 added, 0 listed before.")).toBeVisible();
  expect(sent.map(({ body }) => [body.name, body.list_id])).toEqual([
    ["Unsubscribed", null],
    [null, "sup_1"],
    [null, "sup_1"],
  ]);
  expect(sent[2]?.headers).toEqual(sent[1]?.headers);
});

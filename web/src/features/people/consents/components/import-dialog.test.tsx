import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ImportDialog } from "@/features/people/consents/components/import-dialog";
import { SpinnerOverlay } from "@/shared/components/spinner-overlay";
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

test("an import that runs shows its progress, and closing the dialog asks whether to stop it", async () => {
  const answers: (() => void)[] = [];
  const sent: ImportCall[] = [];
  vi.spyOn(calls, "POST").mockImplementation((_, options) => {
    const call = options as unknown as ImportCall;
    sent.push(call);
    const added = call.body.text.split("\n").length;
    const data = { list_id: "sup_1", added, known: 0, refused: 0, problems: [] };
    return new Promise((done) => answers.push(() => done({ data, response: new Response() })));
  });
  const onClose = vi.fn();
  renderApp(
    <>
      <ImportDialog onClose={onClose} />
      <SpinnerOverlay />
    </>,
  );
  const rows = Array.from({ length: 9_000 }, (_, at) => `u${at}@harbor.example`).join("\n");
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Unsubscribed" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Addresses and numbers" }), { target: { value: rows } });
  fireEvent.click(screen.getByRole("button", { name: "Import" }));

  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  expect(await screen.findByText("Importing: 4,000 of 9,000 rows")).toBeVisible();
  await new Promise((done) => setTimeout(done, 400));
  expect(screen.queryByTestId("spinner-overlay")).toBeNull();
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
  const question = await screen.findByRole("dialog", { name: "Stop the import?" });
  expect(within(question).getByText(/^The rows that were imported so far stay in the list/)).toBeVisible();
  fireEvent.click(within(question).getByRole("button", { name: "Stop" }));
  answers[1]?.();

  expect(await screen.findByText("Stopped after 8,000 of 9,000 rows. Import again to continue.")).toBeVisible();
  expect(sent).toHaveLength(2);
  fireEvent.click(await screen.findByRole("button", { name: "Import" }));
  await waitFor(() => expect(answers).toHaveLength(3));
  answers[2]?.();
  expect(await screen.findByText("9,000 added, 0 listed before.")).toBeVisible();
  expect(sent[2]?.body.list_id).toBe("sup_1");
});

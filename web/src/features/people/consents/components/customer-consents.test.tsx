import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CustomerConsents } from "@/features/people/consents/components/customer-consents";
import { ImportDialog } from "@/features/people/consents/components/import-dialog";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ENTRY = {
  entry_id: "consent_1",
  channel: "email",
  purpose: "marketing",
  decision: "given",
  source: "mail_link",
  member: null,
  reason: null,
  text: "Yes, send me news.",
  decided_at: "2026-05-04T10:00:00Z",
};
const CONSENTS = {
  customer_id: "cus_1",
  standings: [
    {
      channel: "email",
      purpose: "marketing",
      state: "given",
      since: ENTRY.decided_at,
      may_contact: true,
      reason: null,
    },
    { channel: "sms", purpose: "marketing", state: "none", since: null, may_contact: false, reason: "pending" },
  ],
  entries: [ENTRY],
  preference_url: "https://go.example/preferences/org/token",
};

function serving(answers: Record<string, unknown>) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    return Promise.resolve({ data: answers[path] ?? { time_zone: "UTC", brand: {} }, response: new Response() });
  }) as never);
  return sent;
}

test("consents are shown by channel with their history, and a decision is recorded with its reason", async () => {
  const person = userEvent.setup();
  const sent = serving({ "/v1/get-customer-consents": CONSENTS, "/v1/record-consent": CONSENTS });
  renderApp(<CustomerConsents customerId="cus_1" mayEdit />);

  expect(await screen.findByText("Given")).toBeVisible();
  expect(screen.getByText("Confirmation pending")).toBeVisible();
  expect(screen.getByText("Consent given, confirmed by email")).toBeVisible();
  expect(screen.getByText("Yes, send me news.")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Record" }));
  const dialog = screen.getByRole("dialog", { name: "Record a decision" });
  expect(within(dialog).getByRole("button", { name: "Record" })).toBeDisabled();
  await person.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "Asked us");
  await person.click(within(dialog).getByRole("button", { name: "Record" }));

  await waitFor(() =>
    expect(sent.find(([path]) => path === "/v1/record-consent")?.[1]).toEqual({
      customer_id: "cus_1",
      channel: "email",
      purpose: "marketing",
      decision: "withdrawn",
      reason: "Asked us",
      text: null,
      confirm: false,
    }),
  );
});

test("a viewer can read consents, but not record one or get the link", async () => {
  serving({ "/v1/get-customer-consents": { ...CONSENTS, preference_url: null } });
  renderApp(<CustomerConsents customerId="cus_1" mayEdit={false} />);

  expect(await screen.findByText("Given")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a long list is imported in parts, with errors that name the rows of the whole list", async () => {
  const person = userEvent.setup();
  const part = { list_id: "supp_1", name: "Old", added: 1, known: 0, refused: 1, problems: [{ row: 2, text: "x" }] };
  const sent = serving({ "/v1/import-suppressions": part });
  renderApp(<ImportDialog onClose={() => undefined} />);

  await person.type(screen.getByRole("textbox", { name: /Name/ }), "Old");
  const text = Array.from({ length: 5_000 }, (_, number) => `a${number}@example.com`).join("\n");
  await person.click(screen.getByRole("textbox", { name: /Addresses/ }));
  await person.paste(text);
  await person.click(screen.getByRole("button", { name: "Import" }));

  expect(await screen.findByText("2 added, 0 listed before.")).toBeVisible();
  expect(screen.getByText("Row 4,002: x")).toBeVisible();
  expect(sent.map(([, { name, list_id }]) => [name, list_id])).toEqual([
    ["Old", null],
    [null, "supp_1"],
  ]);
});

import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MailDomains } from "@/features/messaging/senders/components/mail-domains";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const DOMAIN = {
  domain_id: "mdom_1",
  domain: "mail.harbor.dev",
  sender: "hello@mail.harbor.dev",
  sender_name: "Harbor",
  state: "failed",
  is_default: false,
  records: [
    { kind: "dkim", name: "s._domainkey.mail.harbor.dev", value: "v=DKIM1; p=AB", finding: "missing" },
    { kind: "dmarc", name: "_dmarc.harbor.dev", value: "v=DMARC1; p=none", finding: "found" },
  ],
  created_at: "2026-05-01T08:00:00Z",
  checked_at: "2026-05-02T08:00:00Z",
  verified_at: "2026-05-01T09:00:00Z",
};

afterEach(() => vi.restoreAllMocks());

function show(items: object[], mayEdit: boolean) {
  const post = vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    const data = path === "/v1/list-mail-domains" ? { items, total: items.length } : DOMAIN;
    return Promise.resolve({ data, response: new Response() });
  });
  renderApp(<MailDomains mayEdit={mayEdit} zone="UTC" />, sessionOf({ status: "authenticated" }));
  return post;
}

test("a domain shows which record is missing, and can be checked and removed", async () => {
  const post = show([DOMAIN], true);
  const records = await screen.findByRole("list", { name: "DNS records of mail.harbor.dev" });
  expect(within(records).getByText("DKIM, a TXT record · Not found yet")).toBeVisible();
  expect(screen.getByText(/emails come from another address/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Check records" }));
  const body = { domain_id: "mdom_1" };
  await waitFor(() => expect(post).toHaveBeenCalledWith("/v1/check-mail-domain", { body }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove" })).toBeEnabled());
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove domain" }));
  await waitFor(() => expect(post).toHaveBeenCalledWith("/v1/remove-mail-domain", { body }));
});

test("a domain is added, and members who may not change anything see the sender of emails", async () => {
  const post = show([], true);
  expect(await screen.findByText(/shared address of this installation/)).toBeVisible();
  const add = screen.getByRole("button", { name: "Add domain" });
  expect(add).toBeDisabled();
  fireEvent.change(screen.getByLabelText("Domain"), { target: { value: " mail.harbor.dev " } });
  fireEvent.click(add);
  const headers = { "Idempotency-Key": expect.any(String) as string };
  const body = { domain: "mail.harbor.dev", mailbox: "hello", sender_name: "" };
  await waitFor(() => expect(post).toHaveBeenCalledWith("/v1/add-mail-domain", { body, headers }));
});

function Again() {
  const cache = useQueryClient();
  return <button onClick={() => void cache.invalidateQueries()}>Look again</button>;
}

test("the input stays when the domains cannot be fetched again", async () => {
  const answers = vi.spyOn(calls, "POST");
  answers.mockResolvedValue({ data: { items: [], total: 0 }, response: new Response() });
  renderApp(
    <>
      <MailDomains mayEdit zone="UTC" />
      <Again />
    </>,
    sessionOf({ status: "authenticated" }),
  );
  fireEvent.change(await screen.findByLabelText("Domain"), { target: { value: "mail.harbor.dev" } });
  const error = { code: "not_authenticated", message: "Please log in.", status: 401 };
  answers.mockResolvedValue({ error, response: new Response(null, { status: 401 }) });
  const before = answers.mock.calls.length;
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await waitFor(() => expect(answers.mock.calls.length).toBeGreaterThan(before));
  await act(() => new Promise((done) => setTimeout(done)));
  expect(screen.getByLabelText("Domain")).toHaveValue("mail.harbor.dev");
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DomainCard } from "@/features/hosts/custom-domains/components/domain-card";
import type { Domain } from "@/shared/domains/domains";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PROVEN = {
  domain_id: "dom_1",
  host: "go.example.com",
  shown_host: "go.example.com",
  is_proven: true,
  checked_at: "2026-11-23T08:00:00Z",
  lost_at: null,
  problem: null,
  home_url: null,
  unknown_url: null,
  home_problem: null,
  unknown_problem: null,
  is_default: false,
  codes: 0,
} as unknown as Domain;

function open(domain: Domain) {
  renderApp(<DomainCard domain={domain} zone="UTC" mayEdit productHost="waypost.test" onRemove={() => undefined} />);
}

function answer(checked: Domain) {
  return vi.spyOn(calls, "POST").mockImplementation(() => Promise.resolve({ data: checked, response: new Response() }));
}

afterEach(() => vi.restoreAllMocks());

test("a successful verification is confirmed", async () => {
  answer(PROVEN);
  open(PROVEN);
  fireEvent.click(screen.getByRole("button", { name: "Check now: go.example.com" }));

  expect(await screen.findByText("go.example.com is verified")).toBeVisible();
});

test("a failed verification is not confirmed, and the card shows why", async () => {
  const gone = { ...PROVEN, problem: "There is no TXT record at _waypost.go.example.com yet." };
  const post = answer(gone);
  open(gone);
  expect(screen.getByRole("alert")).toHaveTextContent(
    "The domain stays verified for now, and printed codes keep working.",
  );

  const check = screen.getByRole("button", { name: "Check now: go.example.com" });
  fireEvent.click(check);
  await waitFor(() => expect(post).toHaveBeenCalled());
  await waitFor(() => expect(check).toBeEnabled());
  expect(screen.queryByText("go.example.com is verified")).not.toBeInTheDocument();
});

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ShareDialog } from "@/features/insights/analytics/components/share-dialog";
import { speakEnglish, speakPseudo, untranslated } from "@/shared/testing/pseudo-locale";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

test("the address of a link is shown once, and Escape closes the dialog neither before nor after it is there", async () => {
  let answer: (url: string) => void = () => undefined;
  vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    path === "/v1/create-share-link"
      ? new Promise((resolve) => (answer = (url) => resolve({ data: { url }, response: new Response() })))
      : Promise.resolve({ data: { items: [] }, response: new Response() }),
  );
  const closed = vi.fn();
  renderApp(<ShareDialog title="Analytics" question={{ interval: "7day" }} zone="UTC" onClose={closed} />);
  const escape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });

  fireEvent.click(screen.getByRole("button", { name: "Create link" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Close" })).toBeDisabled());
  escape();
  answer("https://go.example/shared/one");
  expect(await screen.findByDisplayValue("https://go.example/shared/one")).toBeVisible();
  escape();
  expect(closed).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(closed).toHaveBeenCalledOnce();
});

test("the links that exist are described in the language of the app", async () => {
  speakPseudo();
  const link = { hint: "ab12", expires_at: "2026-06-01T08:00:00Z", last_used_at: null, author: "ana@example.com" };
  const items = ["open", "revoked", "expired"].map((state) => ({ ...link, link_id: state, name: "Weekly", state }));
  vi.spyOn(calls, "POST").mockResolvedValue({ data: { items }, response: new Response() });

  renderApp(<ShareDialog title="1" question={{ interval: "7day" }} zone="UTC" onClose={vi.fn()} />);
  await screen.findAllByText("Weekly");

  const data = /Weekly|ab12|ana@example.com|Jun 1, 2026/g;
  expect(untranslated(screen.getByRole("dialog"), data)).toEqual([]);
  speakEnglish();
});

import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Terms } from "@/features/content/terms/api/terms";
import { ChangesDialog } from "@/features/content/terms/components/changes-dialog";
import { renderApp } from "@/shared/testing/render";

const BODIES = [
  "<h2>Returns</h2><p>Within 14 days.</p><p>Be kind.</p><p>One.</p><p>Two.</p><p>Three.</p>",
  '<h2>Returns</h2><p>Within 30 days.</p><p>Be kind.</p><p>One.</p><p>Two.</p><p>Three.</p><p>See <a href="https://a.example/">here</a>.</p>',
  '<h2>Returns</h2><p>Within <b>30</b> days.</p><p>Be kind.</p><p>One.</p><p>Two.</p><p>Three.</p><p>See <a href="https://a.example/">here</a>.</p>',
];
const TERMS = {
  versions: BODIES.map((body, at) => ({
    version: at + 1,
    title: "House rules",
    body,
    published_at: "2026-10-01T10:00:00Z",
  })).reverse(),
} as unknown as Terms;

test("additions and removals are marked and announced, and the rest is collapsed", () => {
  renderApp(<ChangesDialog terms={TERMS} version={2} zone="UTC" onClose={vi.fn()} />);
  const text = screen.getByRole("region", { name: "Text with changes" });
  expect(text.querySelector("del")).toHaveTextContent("(removed: 14)");
  expect([...text.querySelectorAll("ins")].map((it) => it.textContent.trim())).toEqual([
    "(added: 30)",
    "(added: See here (https://a.example/).)",
  ]);
  expect(within(text).getByText(/2 paragraphs unchanged/)).toBeVisible();
  expect(text).toHaveTextContent("Added in 2 places (underlined), removed in 1 place (struck through).");
});

test("a change of the formatting alone is reported as such, and other versions can be chosen", () => {
  renderApp(<ChangesDialog terms={TERMS} version={3} zone="UTC" onClose={vi.fn()} />);
  expect(screen.getByText("Only the formatting changed.")).toBeVisible();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "From" }));
  fireEvent.click(screen.getByRole("option", { name: /^Version 1,/ }));
  expect(screen.getByRole("region", { name: "Text with changes" })).toHaveTextContent(
    "Within (removed: 14) (added: 30) days.",
  );
});

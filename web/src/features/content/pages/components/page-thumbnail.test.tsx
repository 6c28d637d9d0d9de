import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageData } from "@/blocks/types";
import { PageThumbnail } from "@/features/content/pages/components/page-thumbnail";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/shared/components/scaled-document", () => ({
  ScaledDocument: ({ html }: { html: string }) => <pre data-testid="document">{html}</pre>,
}));

test("blocks that depend on other data are rendered without it, and open nothing that counts a visit", () => {
  const data = {
    root: { props: { title: "Summer" } },
    content: [
      { type: "Welcome", props: { id: "welcome", html: "<p>Welcome back!</p>" } },
      { type: "Game", props: { id: "game", game_id: "2345678ABC", title: "Spin to win" } },
      { type: "Wall", props: { id: "wall", wall_id: "wall_1", title: "Your photos" } },
      { type: "Countdown", props: { id: "count", to: "2026-08-01T18:00:00Z", label: "Until we open", done_text: "" } },
      { type: "Product", props: { id: "cup", name: "Cup", price_cents: 900, shop_product_id: "sp_1" } },
      { type: "Video", props: { id: "film", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", title: "A film" } },
    ],
  } as unknown as PageData;
  renderApp(<PageThumbnail data={data} brand={{ name: "Harbor" }} />);
  const html = screen.getByTestId("document").textContent;
  for (const text of ["Spin to win", "Your photos", "Until we open", "Cup", "A film"]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain("Welcome back");
  expect(html).not.toMatch(/<(iframe|script|object|embed)\b/);
});

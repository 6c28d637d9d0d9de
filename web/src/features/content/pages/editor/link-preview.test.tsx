import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LinkPreview } from "@/features/content/pages/editor/link-preview";
import { shortened, tooLongFor } from "@/features/content/pages/editor/link-texts";

test("a text that is too long is truncated between words, as on social networks", () => {
  expect(shortened("  Fresh coffee\nevery day ", 30)).toBe("Fresh coffee every day");
  expect(shortened("Fresh coffee every single day of the week", 30)).toBe("Fresh coffee every single day…");
  expect(shortened("x".repeat(100), 70)).toBe(`${"x".repeat(69)}…`);
  expect(shortened("👩‍👩‍👧".repeat(20), 10)).toBe(`${"👩‍👩‍👧".repeat(9)}…`);
});

test("the editor also opens in a browser that can't segment text", async () => {
  vi.resetModules();
  vi.stubGlobal("Intl", Object.create(Intl, { Segmenter: { value: undefined } }));
  try {
    const texts = await import("@/features/content/pages/editor/link-texts");
    expect(texts.shortened("Fresh coffee every single day of the week", 30)).toBe("Fresh coffee every single day…");
    expect(texts.tooLongFor("😀".repeat(71), 70)).toContain("71 characters");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("the length of a text is counted in characters as people see them", () => {
  expect(tooLongFor("👩‍👩‍👧".repeat(70), 70)).toBeUndefined();
  expect(tooLongFor("x".repeat(71), 70)).toBe("71 characters. Links show about the first 70");
});

test("a picture that can't be loaded is reported, and another one can be tried", () => {
  const of = (preview_image: string) => <LinkPreview root={{ title: "Menu", preview_image }} address="/page/1" />;
  const { container, rerender } = render(of("https://pictures.example/gone.png"));
  expect(screen.queryByRole("status")).toBeNull();

  fireEvent.error(container.querySelector("img") as HTMLImageElement);
  expect(screen.getByRole("status")).toHaveTextContent("can’t be loaded");
  expect(container.querySelector("img")).toBeNull();

  rerender(of("https://pictures.example/there.png"));
  expect(container.querySelector("img")).toHaveAttribute("src", "https://pictures.example/there.png");
});

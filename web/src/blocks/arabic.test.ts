import { expect, it } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { SAMPLES } from "@/blocks/testing/samples";
import type { BlockData } from "@/blocks/types";

const WRITTEN = new Set([
  "href",
  "url",
  "picture_url",
  "id",
  "form_id",
  "poll_id",
  "wall_id",
  "game_id",
  "to",
  "network",
]);
const KEPT = new Set([...WRITTEN, "expires_at", "currency", "input_type", "name", "style", "level", "align", "width"]);
/** Names and abbreviations that stay untranslated. */
const ALLOWED = new Set(["YouTube", "Instagram", "GMT", "UTC", "CEST"]);

/** Replaces the texts of a block by Arabic ones, as if its owner wrote Arabic. */
function arabic(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => arabic(item, key));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, arabic(inner, name)]));
  }
  const isKept = KEPT.has(key) && !(key === "name" && typeof value === "string" && /[A-Z ]/.test(value));
  return typeof value === "string" && value !== "" && !isKept ? "نص" : value;
}

it.each(["ar", "he"])("no English is left on a page of every block: %s", (language) => {
  const content = Object.values(SAMPLES).map(({ type, props }) => ({ type, props: arabic(props) })) as BlockData[];
  const { html, error } = renderPage({ data: { root: { props: { title: "نص" } }, content }, language, page_id: "p" });
  expect(error).toBeUndefined();
  document.body.innerHTML = html;

  const texts = [document.body.textContent];
  for (const name of ["alt", "aria-label", "placeholder", "title", "data-done"]) {
    document.querySelectorAll(`[${name}]`).forEach((it) => texts.push(it.getAttribute(name) ?? ""));
  }
  document.querySelectorAll("[data-form]").forEach((it) => {
    const { words } = JSON.parse(it.getAttribute("data-form") ?? "{}") as { words: Record<string, string> };
    texts.push(...Object.values(words));
  });

  const english = texts.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !ALLOWED.has(word));
  expect(english).toEqual([]);
  expect(document.querySelector("main")?.dir).toBe("rtl");
});

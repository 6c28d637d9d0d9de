import { expect, it } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { enhanceBlocks } from "./blocks";

const TO = "2026-12-24T18:00:00Z";

function page(to: string, language: string): string {
  const block = { type: "Countdown", props: { id: "end", to, label: "Until the party", done_text: "Now" } } as const;
  return renderPage({ data: { root: { props: { language } }, content: [block] }, language }).html;
}

function dateOf(html: string): string {
  document.body.innerHTML = html;
  return document.querySelector("time")?.textContent.replace(/\s/g, " ") ?? "";
}

it("names the time zone of the moment that the owner chose", () => {
  expect(dateOf(page(TO, "en"))).toBe("24 December 2026 at 18:00 UTC");
  expect(dateOf(page("2026-12-24T18:00:00-05:00", "en"))).toMatch(/18:00 GMT-5$/);
  expect(dateOf(page(TO, "ar"))).toContain("UTC");
});

it("is shown in the time zone of the visitor's browser", () => {
  // Nepal's offset, which no machine that runs this test has by accident.
  const to = "2026-12-24T18:00:00+05:45";
  expect(dateOf(page(to, "en"))).toMatch(/18:00 GMT\+5:45$/);

  enhanceBlocks();

  const local = new Intl.DateTimeFormat("en-GB", { hour: "numeric", minute: "2-digit" }).format(new Date(to));
  expect(document.querySelector("time")?.textContent).toContain(local);
  expect(document.querySelector("time")?.textContent).not.toContain("5:45");
});

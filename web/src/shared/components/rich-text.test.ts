import { expect, test } from "vitest";
import { problemOfText, cleanHtml } from "@/shared/components/rich-text";

test("unsupported headings become supported ones", () => {
  expect(cleanHtml("<h1>One</h1><h2>Two</h2><h3>Three</h3><h5>Five</h5>")).toBe(
    "<h2>One</h2><h2>Two</h2><h3>Three</h3><h3>Five</h3>",
  );
});

test("a table becomes a line for each row", () => {
  const table =
    "<table><tbody><tr><th>Drink</th><th>Price</th></tr><tr><td>Flat  white</td><td>4.20</td></tr></tbody></table>";
  expect(cleanHtml(`<p>Menu</p>${table}<p>End</p>`)).toBe(
    "<p>Menu</p><p>Drink | Price</p><p>Flat white | 4.20</p><p>End</p>",
  );
});

test("Word's bullet points become lists, each kind its own", () => {
  const point = (sign: string, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${sign}<span>  </span></span>${text}</p>`;
  expect(cleanHtml(point("·", "One") + point("·", "<b>Two</b>") + point("1.", "Three") + "<p>After</p>")).toBe(
    "<ul><li>One</li><li><b>Two</b></li></ul><ol><li>Three</li></ol><p>After</p>",
  );
});

test("plain formatted text stays as it is", () => {
  const text = '<p>Some <strong>bold</strong> <a href="https://a.example">link</a></p><ul><li>One</li></ul>';
  expect(cleanHtml(text)).toBe(text);
});

test("a text that is too long is reported with its length", () => {
  expect(problemOfText("x".repeat(100_000))).toBeUndefined();
  expect(problemOfText("x".repeat(100_001))).toContain("100,001 characters");
});

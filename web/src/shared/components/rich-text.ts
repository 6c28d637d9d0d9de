import { t } from "@lingui/core/macro";
import { formatCount } from "@/shared/format/numbers";

/** The maximum length of a text that the server accepts, including its formatting. */
const MAX_LETTERS = 100_000;

/** Why a text cannot be saved; undefined if it can. */
export function problemOfText(html: string): string | undefined {
  return html.length > MAX_LETTERS
    ? t`The text is too long: ${formatCount(html.length)} characters with formatting. At most ${formatCount(MAX_LETTERS)} are allowed.`
    : undefined;
}

/**
 * Converts pasted HTML to the few formats that a text supports: other headings become the two supported ones, table
 * rows become lines, and the bullet points that Word writes as characters become a list. The editor removes everything
 * else.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const heading of body.querySelectorAll("h1, h4, h5, h6")) {
    renamed(heading, heading.tagName === "H1" ? "h2" : "h3");
  }
  for (const row of body.querySelectorAll("tr")) {
    const cells = [...row.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim());
    const line = document.createElement("p");
    line.textContent = cells.filter(Boolean).join(" | ");
    row.replaceChildren(line);
  }
  for (const table of body.querySelectorAll("table")) {
    table.replaceWith(...table.querySelectorAll("p"));
  }
  listsOfWord(body);
  return body.innerHTML;
}

/** Word writes a bullet point as a paragraph that begins with the bullet as text. Each run of them becomes a list. */
function listsOfWord(body: HTMLElement) {
  for (const point of body.querySelectorAll("p[class*=MsoListParagraph], p[style*=mso-list]")) {
    const sign = [...point.querySelectorAll("span")].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
    );
    if (sign === undefined) {
      continue;
    }
    const kind = /[\p{L}\p{N}]+[.)]/u.test(sign.textContent) ? "ol" : "ul";
    sign.remove();
    const item = renamed(point, "li");
    const before = item.previousElementSibling;
    const list = before?.tagName.toLowerCase() === kind ? before : document.createElement(kind);
    if (list !== before) {
      item.before(list);
    }
    list.append(item);
  }
}

function renamed(element: Element, name: string): Element {
  const other = document.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

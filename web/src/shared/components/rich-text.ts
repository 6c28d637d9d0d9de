import { t } from "@lingui/core/macro";
import { formatCount } from "@/shared/format/numbers";

/** How much the server takes of a text, with its formatting. */
const MAX_LETTERS = 100_000;

/** Why a text can't be kept; undefined where it can. */
export function problemOfText(html: string): string | undefined {
  return html.length > MAX_LETTERS
    ? t`The text is too long: ${formatCount(html.length)} characters with formatting. At most ${formatCount(MAX_LETTERS)} are allowed.`
    : undefined;
}

/**
 * What is pasted, in the few forms that a text can have here: other headings become those two, the rows of a table
 * lines, and the points that Word draws as letters a list. What it cannot have at all, the editor drops.
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

/** Word writes a point as a paragraph whose sign is text: each run of them becomes a list. */
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

const BLOCKS = "p, h2, h3, h4, li, blockquote, pre, hr";

/** Returns the readable text of formatted HTML by paragraphs, with the addresses of its links. */
export function paragraphsOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const link of body.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href") ?? "";
    if (link.textContent !== address) {
      link.append(` (${address})`);
    }
  }
  body.querySelectorAll("br").forEach((end) => end.replaceWith("\n"));
  body.querySelectorAll(BLOCKS).forEach((block) => block.append("\n"));
  return body.textContent
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

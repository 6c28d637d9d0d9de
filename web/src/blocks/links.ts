const ALLOWED = new Set(["http:", "https:", "mailto:", "tel:"]);

/** An address that a link may have; undefined for one that could run something or says nothing. */
export function safeHref(address: string | null | undefined): string | undefined {
  const text = address?.trim() ?? "";
  if (text === "") {
    return undefined;
  }
  if (text.startsWith("/") && !text.startsWith("//") && !text.includes("\\")) {
    return text;
  }
  try {
    return ALLOWED.has(new URL(text).protocol) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** An address that a picture may have: of the web, or of our own media. */
export function safePicture(address: string | null | undefined): string | undefined {
  const href = safeHref(address);
  return href === undefined || /^(mailto|tel):/i.test(href) ? undefined : href;
}

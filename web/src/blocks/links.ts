const ALLOWED = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Returns an address that is safe in a link, or undefined if it could run a script or is empty. */
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

/** Returns an address that is allowed for a picture: on the web, or from our own media library. */
export function safePicture(address: string | null | undefined): string | undefined {
  const href = safeHref(address);
  return href === undefined || /^(mailto|tel):/i.test(href) ? undefined : href;
}

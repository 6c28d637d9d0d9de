interface Drawn {
  name: string;
  picture_url: string;
  svg_url: string;
}

/** Returns the address of a code's picture and the name under which it is saved. */
export function pictureFile(code: Drawn, format: "png" | "svg"): { href: string; name: string } {
  const plain = code.name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .toLowerCase();
  return {
    href: format === "png" ? code.picture_url : code.svg_url,
    name: `${plain.slice(0, 60) || "code"}.${format}`,
  };
}

/** Settings of blocks that are chosen, not written. */
const NOT_WRITTEN = new Set([
  "id",
  "align",
  "level",
  "style",
  "size",
  "kind",
  "type",
  "theme",
  "color",
  "icon",
  "width",
]);

/** What somebody wrote into a block, from its settings: texts and addresses, in their order, without markup. */
export function textsOf(props: unknown): string[] {
  if (Array.isArray(props)) {
    return props.flatMap((one) => textsOf(one));
  }
  if (typeof props !== "object" || props === null) {
    return [];
  }
  return Object.entries(props).flatMap(([name, value]) => {
    if (typeof value === "string") {
      const text = value
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
      return NOT_WRITTEN.has(name) || text === "" || text.startsWith("data:") ? [] : [text];
    }
    return textsOf(value);
  });
}

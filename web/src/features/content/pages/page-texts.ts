/** How blocks call what is written into them; other settings are chosen or made by the editor. */
const WRITTEN =
  /^(text|html|title|label|note|alt|placeholder|help|question|price|description|name|href|url|next_url|code|options|input_display_name|.*_(text|label|title))$/;

/** What somebody wrote into a block, from its settings: texts and addresses, in their order, without markup. */
export function textsOf(props: unknown): string[] {
  if (Array.isArray(props)) {
    return props.flatMap((one) => textsOf(one));
  }
  if (typeof props !== "object" || props === null) {
    return [];
  }
  const isField = "input_display_name" in props;
  return Object.entries(props).flatMap(([name, value]) => {
    // A field's own name is the editor's, unlike a product's.
    if (isField && name === "name") {
      return [];
    }
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
      return WRITTEN.test(name) ? value : [];
    }
    if (typeof value === "string") {
      const text = value
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
      return text === "" || text.startsWith("data:") || !WRITTEN.test(name) ? [] : [text];
    }
    return textsOf(value);
  });
}

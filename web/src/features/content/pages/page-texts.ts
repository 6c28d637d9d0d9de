/** Names of the settings that contain written text. Other settings are chosen, or set by the editor. */
const WRITTEN =
  /^(text|html|title|label|note|alt|placeholder|help|question|price|description|name|href|url|next_url|code|options|input_display_name|.*_(text|label|title))$/;

/** Returns the texts and addresses in a block's settings, in their order and without markup. */
export function textsOf(props: unknown): string[] {
  if (Array.isArray(props)) {
    return props.flatMap((one) => textsOf(one));
  }
  if (typeof props !== "object" || props === null) {
    return [];
  }
  const isField = "input_display_name" in props;
  return Object.entries(props).flatMap(([name, value]) => {
    // The name of a form field is set by the editor, unlike that of a product.
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

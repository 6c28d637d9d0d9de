/** Derives the name of a custom field in forms and files from its label. Empty if the label has no Latin letters. */
export function fieldNameOf(label: string): string {
  const plain = label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "");
  return name.slice(0, 40);
}

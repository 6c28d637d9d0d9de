import type { PageData } from "@/blocks/types";

/** Props that contain readable text. The rest of a block is the same in every language. */
const READ = new Set([
  "text",
  "html",
  "alt",
  "title",
  "label",
  "submit_label",
  "consent_text",
  "success_title",
  "success_text",
  "success_link_label",
  "closed_text",
  "done_text",
  "name",
  "description",
  "button_label",
  "terms",
  "question",
  "address",
  "note",
  "input_display_name",
  "placeholder_text",
  "pattern_text",
]);

export interface Passage {
  /** Its path: `root.title`, `<block id>.text`, `<block id>.fields.<field>.placeholder_text`. */
  key: string;
  block: string;
  prop: string;
  text: string;
}

function keyOfItem(item: object, index: number): string {
  const named = item as { name?: unknown; id?: unknown };
  const key = named.name ?? named.id;
  return typeof key === "string" && key !== "" ? key : String(index);
}

function isItemName(path: string[], prop: string): boolean {
  return prop === "name" && path.length > 1;
}

function collect(value: unknown, path: string[], block: string, passages: Passage[]): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (typeof item === "object" && item !== null) {
        collect(item, [...path, keyOfItem(item, index)], block, passages);
      }
    });
    return;
  }
  if (typeof value !== "object" || value === null) {
    return;
  }
  for (const [prop, inner] of Object.entries(value)) {
    if (typeof inner === "string" && inner !== "" && READ.has(prop) && !isItemName(path, prop)) {
      passages.push({ key: [...path, prop].join("."), block, prop, text: inner });
    } else if (Array.isArray(inner)) {
      collect(inner, [...path, prop], block, passages);
    }
  }
}

/** Returns all texts of a page that can be translated. */
export function passagesOf(data: PageData): Passage[] {
  const passages: Passage[] = [];
  const root = data.root.props ?? {};
  for (const prop of ["title", "description"] as const) {
    const text = root[prop];
    if (text) {
      passages.push({ key: `root.${prop}`, block: "Page", prop, text });
    }
  }
  for (const block of data.content) {
    collect(block.props, [block.props.id], block.type, passages);
  }
  return passages;
}

function translated(value: unknown, path: string[], texts: Record<string, string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      typeof item === "object" && item !== null ? translated(item, [...path, keyOfItem(item, index)], texts) : item,
    );
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([prop, inner]: [string, unknown]) => {
      const key = [...path, prop].join(".");
      const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
      if (typeof inner === "string" && text && READ.has(prop) && !isItemName(path, prop)) {
        return [prop, text];
      }
      return [prop, Array.isArray(inner) ? translated(inner, [...path, prop], texts) : inner];
    }),
  );
}

/** Returns the page in a language. Texts without a translation stay as written. */
export function translate(data: PageData, language: string): PageData {
  const all = data.root.props?.translations ?? {};
  const texts = all[language] ?? all[language.split("-")[0] ?? ""];
  if (texts === undefined) {
    return data;
  }
  return {
    root: { props: translated(data.root.props ?? {}, ["root"], texts) as PageData["root"]["props"] },
    content: data.content.map((block) => ({
      ...block,
      props: translated(block.props, [block.props.id], texts),
    })) as PageData["content"],
  };
}

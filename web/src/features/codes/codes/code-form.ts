import { msg, t } from "@lingui/core/macro";
import { z } from "zod";
import { completeAddress } from "@/shared/url/addresses";
import type { AppLinks } from "@/features/codes/codes/app-links";
import { slugProblem } from "@/features/codes/codes/slug";
import { splitTags, tagsProblem } from "@/features/codes/codes/tags";
import type { Code, Design } from "@/features/codes/codes/types";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";

const WEB_ADDRESS = msg`Enter a full URL, such as https://example.com/menu`;

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.hostname.includes(".");
}

const address = z.string().transform(completeAddress);

/** The kinds that the form offers. A poll is a code of kind page that leads to its poll. */
const FORM_KINDS = ["redirect", "page", "form", "poll", "wall", "note", "pass", "game", "promo"] as const;

export const codeFormSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, { error: () => t`Enter a name for the code` })
      .max(120, { error: () => t`At most 120 characters` }),
    slug: z
      .string()
      .trim()
      .refine((text) => text === "" || slugProblem(text) === undefined, {
        error: ({ input }) => slugProblem(String(input)) ?? "",
      }),
    type: z.enum(FORM_KINDS),
    destination: address.pipe(z.string().max(2048, { error: () => t`At most 2,048 characters` })),
    forwards_query: z.boolean(),
    // Edited in its own dialog and validated by the server.
    app_links: z.custom<AppLinks | null>((value) => typeof value === "object"),
    content: z.object({
      title: z
        .string()
        .trim()
        .max(120, { error: () => t`At most 120 characters` }),
      text: z.string().max(5000, { error: () => t`At most 5,000 characters` }),
      button_label: z
        .string()
        .trim()
        .max(60, { error: () => t`At most 60 characters` }),
      button_url: address,
    }),
    // The tags, folder and placement of a new code. An existing code has dialogs for these.
    tags: z.array(z.string()),
    typed_tag: z.string(),
    folder_id: z.string(),
    placement: z
      .string()
      .trim()
      .max(200, { error: () => t`At most 200 characters` }),
    /** Whether the code already exists, so that its content may have been created elsewhere. */
    exists: z.boolean(),
    // Its controls produce only designs that can be rendered, and the server validates them.
    design: z.custom<Design>((value) => typeof value === "object" && value !== null),
  })
  .superRefine(({ type, destination, content, exists, tags, typed_tag }, context) => {
    const wrong = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    const tagging = tagsProblem([...tags, ...splitTags(typed_tag)]);
    if (tagging !== "") {
      wrong(["tags"], tagging);
    }
    if (type === "redirect" && !isWebAddress(destination)) {
      wrong(["destination"], t(WEB_ADDRESS));
    }
    if (hasContent(type)) {
      if (!exists && content.title === "" && content.text.trim() === "") {
        wrong(["content", "title"], t`Enter a title or text`);
      }
      if (content.button_label !== "" && !isWebAddress(content.button_url)) {
        wrong(["content", "button_url"], t(WEB_ADDRESS));
      }
      if (content.button_url !== "" && content.button_label === "") {
        wrong(["content", "button_label"], t`Enter a button label`);
      }
    }
  });

export type CodeForm = z.infer<typeof codeFormSchema>;

export const EMPTY_FORM: CodeForm = {
  name: "",
  slug: "",
  type: "redirect",
  destination: "",
  forwards_query: false,
  app_links: null,
  content: { title: "", text: "", button_label: "", button_url: "" },
  tags: [],
  typed_tag: "",
  folder_id: "",
  placement: "",
  exists: false,
  design: PLAIN_DESIGN,
};

/** Whether codes of this kind have their own title, text and button. */
export function hasContent(type: CodeForm["type"]): boolean {
  return type === "page" || type === "promo";
}

/** Returns the kind by its name in the form, or null for kinds that cannot be created yet. */
export function formKind({ type, destination }: Pick<Code, "type" | "destination">): CodeForm["type"] | null {
  if (type === "page" && destination?.includes("/poll/")) {
    return "poll";
  }
  return FORM_KINDS.find((kind) => kind === type) ?? null;
}

/** Returns the form filled in with an existing code. */
export function formOf(code: Code): CodeForm {
  return {
    name: code.name,
    slug: code.slug ?? "",
    type: formKind(code) ?? "note",
    destination: code.type === "redirect" ? (code.destination ?? "") : "",
    forwards_query: code.forwards_query,
    app_links: code.app_links,
    content: code.content,
    tags: [],
    typed_tag: "",
    folder_id: "",
    placement: "",
    exists: true,
    design: code.design,
  };
}

/**
 * Returns the fields of the form that a request contains: a redirect has a destination, a page has content, other kinds
 * have neither.
 */
export function bodyOf(form: CodeForm) {
  const { name, type } = form;
  if (type === "redirect") {
    return {
      name,
      type,
      destination: form.destination,
      forwards_query: form.forwards_query,
      app_links: form.app_links,
    };
  }
  if (type === "poll") {
    return { name, type: "page" as const };
  }
  return hasContent(type) ? { name, type, content: form.content } : { name, type };
}

/**
 * Returns the tags, folder and placement of a new code for its request. A tag that was typed but not confirmed counts
 * too.
 */
export function belongingOf({ tags, typed_tag, folder_id, placement }: CodeForm) {
  const properties: Record<string, string> = placement === "" ? {} : { placement };
  return {
    tags: [...new Set([...tags, ...splitTags(typed_tag)])],
    folder_id: folder_id || null,
    properties,
  };
}

/** Returns only the changed fields of an existing code for its request, so that nobody else's change is overwritten. */
export function changesOf(form: CodeForm, before: CodeForm) {
  const { type: _, ...body } = bodyOf(form);
  const was: Record<string, unknown> = bodyOf(before);
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(value, was[name]))) as Partial<
    typeof body
  >;
}

/** Whether two designs render the same picture. */
export function isSameDesign(one: Design, other: Design): boolean {
  return isSame(one, other);
}

/** Whether two forms have the same content. */
export function isSameForm(one: CodeForm, other: CodeForm): boolean {
  return isSame(one, other);
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const mine = new Map(Object.entries(one));
  const theirs = new Map(Object.entries(other));
  return mine.size === theirs.size && [...mine].every(([key, value]) => isSame(value, theirs.get(key)));
}

const FORM_FIELDS = [
  "name",
  "slug",
  "destination",
  "app_links",
  "content.title",
  "content.text",
  "content.button_label",
  "content.button_url",
  "tags",
  "folder_id",
  "design",
] as const;

/** Returns the form's field for a name from the server, or undefined if there is none. */
export function formField(name: string): (typeof FORM_FIELDS)[number] | "placement" | undefined {
  if (name === "properties" || name.startsWith("properties.")) {
    return "placement";
  }
  return FORM_FIELDS.find((field) => field === name || name.startsWith(`${field}.`));
}

import { expect, test } from "vitest";
import { completeAddress } from "@/shared/url/addresses";
import { bodyOf, codeFormSchema, EMPTY_FORM, formField, formOf, isSameDesign } from "@/features/codes/codes/code-form";
import type { Code } from "@/features/codes/codes/types";

function problems(changes: object): string[] {
  const result = codeFormSchema.safeParse({
    ...EMPTY_FORM,
    name: "Menu",
    destination: "https://a.example",
    ...changes,
  });
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
}

test("a redirect needs a name and a web address", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ name: "  " })).toEqual(["name"]);
  expect(problems({ destination: "" })).toEqual(["destination"]);
  expect(problems({ destination: "javascript:alert(1)" })).toEqual(["destination"]);
});

test("https:// is added to an address without a scheme", () => {
  expect(completeAddress(" example.com/menu ")).toBe("https://example.com/menu");
  expect(completeAddress("http://example.com")).toBe("http://example.com");
});

test("a page needs a title or a text, and either a complete button or none", () => {
  const page = (content: object) =>
    problems({ type: "page", destination: "", content: { ...EMPTY_FORM.content, ...content } });
  expect(page({})).toEqual(["content.title"]);
  expect(page({ text: "Hello" })).toEqual([]);
  expect(page({ title: "Hello", button_label: "Go" })).toEqual(["content.button_url"]);
  expect(page({ title: "Hello", button_url: "a.example" })).toEqual(["content.button_label"]);
});

test("a promo code has the fields of a page, and keeps its kind when it is edited", () => {
  const content = { ...EMPTY_FORM.content, title: "Members only" };
  expect(problems({ type: "promo", destination: "" })).toEqual(["content.title"]);
  expect(problems({ type: "promo", destination: "", content })).toEqual([]);
  const code = { name: "Club", type: "promo", destination: null, content, design: EMPTY_FORM.design } as Code;
  expect(bodyOf(formOf(code))).toEqual({ name: "Club", type: "promo", content });
});

test("a kind whose content is created elsewhere needs only a name, and keeps its kind", () => {
  for (const type of ["form", "wall", "note", "pass"] as const) {
    expect(problems({ type, destination: "" })).toEqual([]);
    const code = {
      name: "Wall",
      type,
      destination: null,
      content: EMPTY_FORM.content,
      design: EMPTY_FORM.design,
    } as Code;
    expect(bodyOf(formOf(code))).toEqual({ name: "Wall", type });
  }
});

test("a poll is a code of kind page that leads to its poll", () => {
  const destination = "/code/2345678ABC/poll/poll_1";
  const code = {
    name: "Roast",
    type: "page",
    destination,
    content: EMPTY_FORM.content,
    design: EMPTY_FORM.design,
  } as Code;
  expect(formOf(code)).toMatchObject({ type: "poll", destination: "" });
  expect(bodyOf(formOf(code))).toEqual({ name: "Roast", type: "page" });
});

test("an existing page may have its content elsewhere", () => {
  expect(problems({ type: "page", destination: "", exists: true })).toEqual([]);
});

test("two designs are equal if all their parts are", () => {
  const frame = { shape: "ticket" as const, text: "Menu", second_text: "", color: "#000000", text_color: "#ffffff" };
  const framed = { ...EMPTY_FORM.design, frame };
  expect(isSameDesign(framed, { ...EMPTY_FORM.design, frame: { ...frame } })).toBe(true);
  expect(isSameDesign(framed, EMPTY_FORM.design)).toBe(false);
  expect(isSameDesign(framed, { ...framed, frame: { ...frame, text: "Pay" } })).toBe(false);
});

test("the server's field names are mapped to fields of the form", () => {
  expect(formField("destination")).toBe("destination");
  expect(formField("content.button_url")).toBe("content.button_url");
  expect(formField("design.logo.image")).toBe("design");
  expect(formField("version")).toBeUndefined();
});

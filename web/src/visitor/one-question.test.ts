import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { signUpForm } from "@/blocks/forms/default-form";
import type { BlockProps, Field } from "@/blocks/types";
import { enhanceForms } from "@/visitor/forms";
import { followPrivacyChoice } from "@/visitor/kept-answers";

const text = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  input_display_name: name,
  input_type: "text",
  ...more,
});
const FIELDS = [
  text("one", { required: true }),
  text("two", { show_if: { field: "one", equals: "x" } }),
  text("three"),
];

function open(change: Partial<BlockProps["Form"]> = {}): HTMLFormElement {
  const props = { id: "f", ...signUpForm("sign-up"), consent_text: "", fields: FIELDS, ...change };
  const { html } = renderPage({ data: { root: {}, content: [{ type: "Form", props }] }, page_id: "page-1" });
  document.body.innerHTML = html;
  enhanceForms();
  return document.querySelector("form") as HTMLFormElement;
}

const input = (form: HTMLFormElement, name: string) => form.querySelector(`[name=${name}]`) as HTMLInputElement;
function put(form: HTMLFormElement, name: string, value: string): void {
  input(form, name).value = value;
  input(form, name).dispatchEvent(new Event("input", { bubbles: true }));
}
const enter = (form: HTMLFormElement) =>
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
const counted = (form: HTMLFormElement) => form.querySelector(".wp-current .wp-eyebrow")?.textContent;
const opened = (type: string) =>
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as unknown as PerformanceEntry]);
const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "");
  opened("navigate");
  fetching.mockReset();
  fetching.mockImplementation(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetching);
});

it("asks one question after the other, skips screens without questions, and counts the rest", () => {
  const form = open({ layout: "one_question" });
  const bar = form.querySelector("progress") as HTMLProgressElement;

  expect(counted(form)).toBe("Question 1 of 2");
  enter(form);
  expect(counted(form)).toBe("Question 1 of 2");
  put(form, "one", "x");
  enter(form);

  expect(counted(form)).toBe("Question 2 of 3");
  expect(document.activeElement).toBe(input(form, "two"));
  expect([bar.value, bar.max]).toEqual([2, 3]);
});

it("shows all questions on one page by default", () => {
  const form = open();

  expect(form.querySelectorAll(".wp-step")).toHaveLength(1);
  expect(form.querySelector("progress")).toBeNull();
});

it("restores what was typed after a reload, and deletes it once it was sent", async () => {
  put(open(), "one", "kept");
  opened("reload");

  const form = open();
  expect(input(form, "one").value).toBe("kept");
  enter(form);
  await vi.waitFor(() => expect(form.hidden).toBe(true));

  expect(input(open(), "one").value).toBe("");
});

it("restores nothing on a new visit to the page, or when remembering is refused", () => {
  put(open(), "one", "kept");
  expect(input(open(), "one").value).toBe("");
  expect(Object.keys(sessionStorage)).toEqual([]);

  followPrivacyChoice();
  put(open(), "one", "kept");
  document.body.insertAdjacentHTML(
    "beforeend",
    `<form data-privacy><button name="choice" value="no">No</button></form>`,
  );
  const button = document.querySelector("[data-privacy] button") as HTMLButtonElement;
  button.form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, submitter: button }));
  put(open(), "one", "again");
  opened("reload");

  expect(input(open(), "one").value).toBe("");
});

it("thanks with title, message and the link to continue, and only reports the state while the form is not sent yet", async () => {
  const thanks = { success_title: "Done!", success_link_label: "Our menu", next_url: "https://menu.example/" };
  const form = open({ ...thanks, success_share: true });
  put(form, "one", "y");
  enter(form);
  await vi.waitFor(() => expect(form.hidden).toBe(true));

  const done = document.querySelector(".wp-done") as HTMLElement;
  expect(done.querySelector("h3")?.textContent).toBe("Done!");
  expect(done.querySelector("a")?.getAttribute("href")).toBe("https://menu.example/");
  expect(done.querySelector("[data-share]")).not.toBeNull();
  expect(done.classList.contains("wp-done-plain")).toBe(false);

  fetching.mockRejectedValue(new TypeError("offline"));
  const second = open(thanks);
  put(second, "one", "y");
  enter(second);
  await vi.waitFor(() => expect(second.hidden).toBe(true));
  expect(document.querySelector(".wp-done")?.classList.contains("wp-done-plain")).toBe(true);
});

it("names the limit that an answer violates", () => {
  const age: Field = { name: "age", input_display_name: "Age", input_type: "number", validation: { min: 18 } };
  const form = open({ fields: [age] });

  put(form, "age", "7");
  enter(form);

  expect(document.getElementById("f-age-hint")?.textContent).toBe("18 or more");
  expect(document.getElementById("f-age-error")?.textContent).toBe("Please enter 18 or more.");
});

/** Simulates the browser's history, and returns the position in it. */
function inHistory(): () => number {
  const entries: unknown[] = [null];
  let at = 0;
  vi.spyOn(history, "state", "get").mockImplementation(() => entries[at]);
  vi.spyOn(history, "pushState").mockImplementation((state) => {
    entries.splice(++at, entries.length, state);
  });
  vi.spyOn(history, "back").mockImplementation(() => {
    at -= 1;
    dispatchEvent(new PopStateEvent("popstate"));
  });
  vi.spyOn(history, "forward").mockImplementation(() => {
    at += 1;
    dispatchEvent(new PopStateEvent("popstate"));
  });
  return () => at;
}

it("leaves no questions in the history once the form is sent, so that one more Back leaves the page", async () => {
  const position = inHistory();
  const form = open({ layout: "one_question" });
  put(form, "one", "x");
  enter(form);
  enter(form);
  expect(position()).toBe(2);
  history.back();
  expect(counted(form)).toBe("Question 2 of 3");
  enter(form);
  expect(position()).toBe(2);

  enter(form);
  await vi.waitFor(() => expect(form.hidden).toBe(true));

  expect(position()).toBe(0);
  expect(document.activeElement).toBe(document.querySelector(".wp-done"));
  history.forward();
  expect(position()).toBe(0);
});

it("leaves the history alone after a form on one page", async () => {
  const position = inHistory();
  history.pushState({ another: "entry" }, "");
  const form = open();
  put(form, "one", "y");
  enter(form);
  await vi.waitFor(() => expect(form.hidden).toBe(true));

  expect(position()).toBe(1);
});

import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { signUpForm } from "@/blocks/forms/default-form";
import type { BlockProps, Field } from "@/blocks/types";
import { enhanceForms } from "@/visitor/forms";

const fetching = vi.fn<typeof fetch>();

const text = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  input_display_name: name,
  input_type: "text",
  ...more,
});
const cut = (name: string): Field => ({ name, input_display_name: name, input_type: "page_divider" });

function open(change: Partial<BlockProps["Form"]>): HTMLFormElement {
  const props = { id: "f", ...signUpForm("sign-up"), consent_text: "", ...change };
  document.body.innerHTML = renderPage({
    data: { root: {}, content: [{ type: "Form", props }] },
    page_id: "page-1",
  }).html;
  enhanceForms();
  return document.querySelector("form") as HTMLFormElement;
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const input = form.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const seen = (form: HTMLFormElement) => form.querySelector<HTMLElement>(".wp-current") as HTMLElement;
const counted = (form: HTMLFormElement) => seen(form).querySelector(".wp-eyebrow")?.textContent;
const go = (form: HTMLFormElement) => seen(form).querySelector<HTMLElement>("[data-go='1']")?.click();
/** Simulates a browser's reaction to Enter in a field. */
const enter = (form: HTMLFormElement) =>
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));

beforeEach(() => {
  localStorage.clear();
  fetching.mockReset();
  fetching.mockImplementation(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetching);
});

it("continues on Enter, and sends nothing before all screens were seen", async () => {
  const form = open({ fields: [text("one", { required: true }), cut("more"), text("two")] });

  enter(form);
  expect(counted(form)).toBe("Step 1 of 2");
  put(form, "one", "x");
  enter(form);

  expect(counted(form)).toBe("Step 2 of 2");
  expect(document.activeElement?.getAttribute("name")).toBe("two");
  expect(fetching).not.toHaveBeenCalled();
  enter(form);
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(1));
});

it("skips a screen without questions for this visitor, and does not count it", () => {
  const company = text("company", { required: true, show_if: { field: "kind", equals: "b" } });
  const form = open({ fields: [text("kind"), cut("work"), company, cut("end"), text("age")] });
  expect(counted(form)).toBe("Step 1 of 2");

  go(form);

  expect(counted(form)).toBe("Step 2 of 2");
  expect(seen(form).querySelector("[name=age]")).not.toBeNull();
  seen(form).querySelector<HTMLElement>("[data-go='-1']")?.click();
  put(form, "kind", "b");
  expect(counted(form)).toBe("Step 1 of 3");
  go(form);
  expect(document.activeElement?.getAttribute("name")).toBe("company");
});

it("sends from the last screen with a question, and labels its button accordingly", async () => {
  const why = text("why", { show_if: { field: "again", equals: "no" } });
  const form = open({ fields: [text("again"), cut("more"), why], submit_label: "Send it" });
  const on = seen(form).querySelector("[data-go='1']");
  expect(on?.textContent).toBe("Send it");

  put(form, "again", "no");
  expect(on?.textContent).toBe("Continue");
  put(form, "again", "yes");
  go(form);

  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(1));
});

it("turns to the passcode for a phone from an earlier screen, and sends from there", async () => {
  const answers = [{ state: "sent" }, { state: "verified", proof: "proof-1" }, { submission_id: "s" }];
  fetching.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(answers.shift()))));
  const form = open({ fields: [text("phone", { input_type: "phone", confirm: true }), cut("more"), text("two")] });
  put(form, "phone", "4155552671");
  go(form);
  enter(form);

  const code = form.querySelector<HTMLInputElement>("[name=phone_code]") as HTMLInputElement;
  await vi.waitFor(() => expect(document.activeElement).toBe(code));
  expect(seen(form).contains(code)).toBe(true);
  await vi.waitFor(() => expect(form.getAttribute("aria-busy")).toBe("false"));
  put(form, "phone_code", "123456");
  enter(form);

  await vi.waitFor(() => expect(form.hidden).toBe(true));
  expect(JSON.parse(fetching.mock.calls.at(-1)?.[1]?.body as string)).toMatchObject({ phone_proof: "proof-1" });
});

it("begins at the screen with the error that the server marked", () => {
  const props = {
    id: "f",
    ...signUpForm("sign-up"),
    fields: [text("one"), cut("more"), text("two")],
    consent_text: "",
  };
  const { html } = renderPage({ data: { root: {}, content: [{ type: "Form", props }] }, page_id: "page-1" });
  document.body.innerHTML = html;
  const marked = document.querySelector<HTMLElement>("[data-field=two] .wp-error") as HTMLElement;
  marked.hidden = false;

  enhanceForms();

  expect(seen(document.querySelector("form") as HTMLFormElement).contains(marked)).toBe(true);
});

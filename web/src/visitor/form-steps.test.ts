import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { signUpForm } from "@/blocks/forms/default-form";

const sent: unknown[] = [];

vi.mock("@/visitor/collect", () => ({ codeId: "2345678ABC", send: (event: unknown) => sent.push(event) }));

function open(): HTMLFormElement {
  document.body.innerHTML = renderPage({
    data: { root: {}, content: [{ type: "Form", props: { id: "f", ...signUpForm("sign-up") } }] },
    page_id: "page-1",
  }).html;
  return document.querySelector("form") as HTMLFormElement;
}

function touch(form: HTMLFormElement, name: string, value = ""): void {
  const input = form.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  input.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  if (value !== "") {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function hide(): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  sent.length = 0;
});

it("reports which fields were reached and filled, never their values, and only once", async () => {
  const { enhanceForms } = await import("@/visitor/forms");
  const form = open();
  enhanceForms();
  touch(form, "email");
  touch(form, "first_name", "Ana");
  hide();
  hide();

  const first = {
    action: "form",
    form_id: "sign-up",
    opened: true,
    reached: ["first_name", "email"],
    filled: ["first_name"],
    stands_at: "first_name",
  };
  expect(sent).toEqual([first]);
  expect(JSON.stringify(sent)).not.toContain("Ana");

  touch(form, "email", "ana@example.com");
  hide();
  expect(sent[1]).toEqual({
    action: "form",
    form_id: "sign-up",
    reached: [],
    filled: ["email"],
    stands_at: "email",
    stood_at: "first_name",
  });
});

it("reports no abandoned field of a form that was sent", async () => {
  const { enhanceForms } = await import("@/visitor/forms");
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response("{}", { status: 200 }))),
  );
  const form = open();
  enhanceForms();
  for (const [name, value] of Object.entries({
    first_name: "Ana",
    last_name: "Silva",
    email: "ana@example.com",
    phone: "4155552671",
  })) {
    touch(form, name, value);
  }
  (form.querySelector("[name=consent]") as HTMLInputElement).checked = true;
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));

  const names = ["first_name", "last_name", "email", "phone"];
  await vi.waitFor(() =>
    expect(sent.at(-1)).toEqual({ action: "form", form_id: "sign-up", opened: true, reached: names, filled: names }),
  );
});

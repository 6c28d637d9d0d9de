import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { signUpForm } from "@/blocks/forms/default-form";
import { enhanceForms } from "@/visitor/forms";
import { enqueue } from "@/visitor/outbox";

const fetching = vi.fn<typeof fetch>();
const TEXT =
  "The answers you gave here while offline were not accepted, because this form has changed since. Please fill it in again.";

function open(pageId: string): HTMLFormElement {
  const props = { id: "f", ...signUpForm("sign-up") };
  document.body.innerHTML = renderPage({
    data: { root: {}, content: [{ type: "Form", props }] },
    page_id: pageId,
  }).html;
  enhanceForms();
  return document.querySelector("form") as HTMLFormElement;
}

function refuse(problem: object, status = 422): void {
  fetching.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(problem), { status })));
}

const reported = () => document.querySelector(".wp-refused")?.textContent;
const settled = () => vi.waitFor(() => expect(localStorage.getItem("wp_outbox")).toBeNull());

beforeEach(() => {
  localStorage.clear();
  fetching.mockReset();
  vi.stubGlobal("fetch", fetching);
  enqueue({ submission_key: "k", page_id: "page-1", form_id: "sign-up", fields: { email: "ana@example.com" } });
});

it("notifies visitors who return to the page, until they fill in the form again", async () => {
  refuse({ errors: [{ field: "consent", code: "consent_changed" }] });
  open("page-1");

  await vi.waitFor(() => expect(reported()).toBe(TEXT));
  expect(document.querySelector(".wp-refused")?.getAttribute("role")).toBe("alert");
  expect(localStorage.getItem("wp_refused")).not.toContain("ana@example.com");
  const form = open("page-1");
  expect(reported()).toBe(TEXT);
  form.querySelector("input[name=email]")?.dispatchEvent(new Event("input", { bubbles: true }));
  open("page-1");
  expect(reported()).toBeUndefined();
});

it("waits for that page if the form was sent from another one", async () => {
  refuse({ errors: [{ field: "consent", code: "consent_changed" }] });
  open("page-2");

  await vi.waitFor(() => expect(localStorage.getItem("wp_refused")).toContain("page-1"));
  expect(reported()).toBeUndefined();
  open("page-1");
  expect(reported()).toBe(TEXT);
});

it.each([
  ["taken", 200, {}],
  ["there already", 409, { code: "answered_already" }],
])("says nothing where the answers were %s", async (_, status, problem) => {
  refuse(problem, status);
  open("page-1");

  await settled();
  await Promise.allSettled(fetching.mock.results.map((it) => it.value as Promise<Response>));
  await new Promise((done) => setTimeout(done, 20));
  expect(reported()).toBeUndefined();
  expect(localStorage.getItem("wp_refused")).toBeNull();
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/blocks/render-page";
import { signUpForm } from "@/blocks/forms/default-form";
import type { BlockProps } from "@/blocks/types";
import { enhanceForms } from "@/visitor/forms";

const answer = (status: number, body: object = {}) => Promise.resolve(new Response(JSON.stringify(body), { status }));

function open(change: Partial<BlockProps["Form"]> = {}): HTMLFormElement {
  const props = { id: "f", ...signUpForm("sign-up"), ...change };
  document.body.innerHTML = renderPage({
    data: { root: {}, content: [{ type: "Form", props }] },
    page_id: "page-1",
  }).html.replace("%%submission_key%%", "key-1");
  enhanceForms();
  return document.querySelector("form") as HTMLFormElement;
}

function fillIn(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (input) {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  const consent = form.querySelector<HTMLInputElement>("[name=consent]");
  if (consent) {
    consent.checked = true;
  }
}

const ANA = { first_name: "Ana", last_name: "Silva", email: "ana@example.com", phone: "4155552671" };
const press = (form: HTMLFormElement) =>
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
const shownErrors = () =>
  [...document.querySelectorAll<HTMLElement>(".wp-error")].filter((it) => !it.hidden).map((it) => it.textContent);

describe("a form of a page", () => {
  const fetching = vi.fn<typeof fetch>();

  beforeEach(() => {
    localStorage.clear();
    fetching.mockReset();
    vi.stubGlobal("fetch", fetching);
  });

  it("is sent once as JSON with its key, and shows the thanks", async () => {
    fetching.mockImplementation(() => answer(200, { submission_id: "s" }));
    const form = open();
    fillIn(form, ANA);

    press(form);
    press(form);

    await vi.waitFor(() => expect(form.hidden).toBe(true));
    expect(fetching).toHaveBeenCalledTimes(1);
    const [path, request] = fetching.mock.calls[0] ?? [];
    expect(path).toBe("/v1/append-submit");
    expect(new Headers(request?.headers).get("Idempotency-Key")).toBe("key-1");
    expect(JSON.parse(request?.body as string)).toMatchObject({
      page_id: "page-1",
      form_id: "sign-up",
      fields: ANA,
      consent: true,
      submission_key: "key-1",
      language: "en",
    });
    expect(document.querySelector<HTMLElement>(".wp-done")?.hidden).toBe(false);
    expect(document.querySelector(".wp-done")?.textContent).toContain("You are on the list");
  });

  it("shows errors at their field before anything is sent", () => {
    const form = open();
    fillIn(form, { ...ANA, email: "ana", phone: "" });

    press(form);

    expect(fetching).not.toHaveBeenCalled();
    expect(shownErrors()).toEqual(["Please enter a valid email address.", "Please fill this in."]);
    const email = form.querySelector<HTMLInputElement>("[name=email]");
    expect(email?.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(email);
    fillIn(form, { email: "ana@example.com" });
    expect(shownErrors()).toEqual(["Please fill this in."]);
  });

  it("is not sent with an incomplete date, which would be dropped as if it were empty", () => {
    const form = open({
      consent_text: "",
      fields: [{ name: "born", input_display_name: "Birthday", input_type: "date" }],
    });
    const born = form.querySelector<HTMLInputElement>("[name=born]");
    Object.defineProperty(born, "validity", { value: { badInput: true } });

    press(form);

    expect(fetching).not.toHaveBeenCalled();
    expect(shownErrors()).toEqual(["Please enter a date, like 2026-01-31."]);
    expect(document.activeElement).toBe(born);
  });

  it("shows the server's error at its field", async () => {
    fetching.mockImplementation(() =>
      answer(422, { errors: [{ field: "fields.phone", code: "not_phone", message: "x" }] }),
    );
    const form = open();
    fillIn(form, ANA);

    press(form);

    await vi.waitFor(() => expect(shownErrors()).toEqual(["Please enter a valid phone number."]));
    expect(form.hidden).toBe(false);
  });

  it("is stored while offline, says so, and is sent with the same key when the network is back", async () => {
    fetching.mockRejectedValueOnce(new TypeError("offline"));
    const form = open();
    fillIn(form, ANA);

    press(form);

    await vi.waitFor(() => expect(document.querySelector(".wp-done")?.textContent).toContain("You are offline"));
    expect(localStorage.getItem("wp_outbox")).toContain("ana@example.com");
    fetching.mockImplementation(() => answer(200));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(localStorage.getItem("wp_outbox")).toBeNull());
    expect(new Headers(fetching.mock.calls.at(-1)?.[1]?.headers).get("Idempotency-Key")).toBe("key-1");
    expect(document.querySelector(".wp-done")?.textContent).toContain("You are on the list");
    const sent = fetching.mock.calls.length;
    window.dispatchEvent(new Event("online"));
    await Promise.resolve();
    expect(fetching).toHaveBeenCalledTimes(sent);
  });

  it("stays queued when the server asks for a retry, and is sent then", async () => {
    fetching.mockRejectedValueOnce(new TypeError("offline"));
    const form = open();
    fillIn(form, ANA);
    press(form);
    await vi.waitFor(() => expect(localStorage.getItem("wp_outbox")).toContain("ana@example.com"));

    const again = { status: 409, headers: { "Retry-After": "1" } };
    fetching.mockImplementation(() => Promise.resolve(new Response("{}", again)));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(fetching.mock.calls.length).toBeGreaterThan(1));
    await Promise.allSettled(fetching.mock.results.map((it) => it.value as Promise<Response>));
    expect(localStorage.getItem("wp_outbox")).toContain("ana@example.com");
    fetching.mockImplementation(() => answer(200));
    window.dispatchEvent(new Event("online"));

    await vi.waitFor(() => expect(localStorage.getItem("wp_outbox")).toBeNull());
    expect(document.querySelector(".wp-done")?.textContent).toContain("You are on the list");
  });

  it("asks the visitor to try again after losing a race", async () => {
    const lost = { detail: "Somebody else changed this at the same moment." };
    fetching.mockResolvedValue(new Response(JSON.stringify(lost), { status: 409, headers: { "Retry-After": "1" } }));
    const form = open();
    fillIn(form, ANA);

    press(form);

    await vi.waitFor(() => expect(form.querySelector(".wp-status")?.textContent).toMatch(/try again/i));
  });

  it("asks for a consent that is missing", () => {
    const form = open({ fields: [] });

    press(form);

    expect(shownErrors()).toEqual(["Please agree to continue."]);
    expect(fetching).not.toHaveBeenCalled();
  });

  it("closes the choice that somebody else took first", async () => {
    const field = {
      name: "day",
      input_display_name: "Day",
      input_type: "radio" as const,
      options: ["Mon", "Tue"],
      capacities: { Mon: 1 },
    };
    const form = open({ fields: [field], consent_text: "" });
    const monday = form.querySelector<HTMLInputElement>("[value=Mon]") as HTMLInputElement;
    monday.checked = true;
    const errors = [{ field: "fields.day", code: "option_full", message: "full" }];
    vi.stubGlobal(
      "fetch",
      vi.fn(() => answer(422, { errors })),
    );

    form.requestSubmit();

    await vi.waitFor(() => expect(monday.disabled).toBe(true));
    expect(monday.checked).toBe(false);
    expect(form.querySelector("#f-day-error")?.textContent).toContain("full");
  });

  it("thanks a visitor who has answered before", async () => {
    const form = open({ fields: [], consent_text: "" });
    vi.stubGlobal(
      "fetch",
      vi.fn(() => answer(409, { code: "answered_already", detail: "x" })),
    );

    form.requestSubmit();

    await vi.waitFor(() => expect(form.hidden).toBe(true));
    expect(document.querySelector(".wp-done")?.textContent).toBe("You have already answered. Thank you!");
  });

  it.each([
    ["asks something that this page has no place for", [{ field: "fields.city", code: "missing" }]],
    ["wants another consent", [{ field: "consent", code: "consent_changed" }]],
  ])("comes back from the server as it is by now when it %s", async (_, errors) => {
    fetching.mockImplementation(() => answer(422, { detail: "Some answers are invalid.", errors }));
    const form = open();
    const sending = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => undefined);
    fillIn(form, ANA);

    press(form);

    await vi.waitFor(() => expect(sending).toHaveBeenCalledOnce());
    expect(sending.mock.contexts).toEqual([form]);
    const sent = JSON.parse(fetching.mock.calls[0]?.[1]?.body as string) as { consent_shown: string };
    expect(sent.consent_shown).toBe(form.querySelector("[data-field=consent] span")?.textContent);
    sending.mockRestore();
  });

  it("asks for consent if the form has a consent text", () => {
    const form = open();
    fillIn(form, ANA);
    (form.querySelector("[name=consent]") as HTMLInputElement).checked = false;

    press(form);

    expect(shownErrors()).toEqual(["Please agree to continue."]);
    expect(fetching).not.toHaveBeenCalled();
  });

  it("shows a field when its condition is met, and leaves out its answer when not", async () => {
    fetching.mockImplementation(() => answer(200));
    const form = open({
      consent_text: "",
      fields: [
        { name: "kind", input_display_name: "Kind", input_type: "text", required: true },
        {
          name: "company",
          input_display_name: "Company",
          input_type: "text",
          required: true,
          show_if: { field: "kind", equals: "b" },
        },
      ],
    });
    const company = form.querySelector("[data-field=company]");

    fillIn(form, { kind: "b" });
    expect(company?.classList.contains("wp-shown")).toBe(true);
    fillIn(form, { company: "ACME", kind: "a" });
    expect(company?.classList.contains("wp-shown")).toBe(false);
    press(form);

    await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(1));
    expect(JSON.parse(fetching.mock.calls[0]?.[1]?.body as string)).toMatchObject({
      fields: { kind: "a" },
      consent: false,
    });
  });

  it("continues only when a step is valid, and goes back at any time", () => {
    const form = open({
      consent_text: "",
      fields: [
        { name: "one", input_display_name: "One", input_type: "text", required: true },
        { name: "cut", input_display_name: "More", input_type: "page_divider" },
        { name: "two", input_display_name: "Two", input_type: "text", required: true },
      ],
    });
    const current = () => form.querySelector<HTMLElement>(".wp-current")?.dataset["step"];
    const go = (way: string) => form.querySelector<HTMLElement>(`.wp-current [data-go="${way}"]`)?.click();

    go("1");
    expect(current()).toBe("0");
    fillIn(form, { one: "x" });
    go("1");
    expect(current()).toBe("1");
    go("-1");
    expect(current()).toBe("0");
  });
});

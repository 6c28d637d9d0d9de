import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enhancePrivacy } from "./privacy";

const BANNER = `
  <section data-privacy>
    <form method="post" action="/privacy/org_1">
      <button name="choice" value="yes">Accept</button>
      <button name="choice" value="no">Refuse</button>
    </form>
    <p role="status" tabindex="-1" data-saved="Your choice has been saved."></p>
  </section>`;

function press(name: string): void {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  button?.click();
}

beforeEach(() => {
  document.body.innerHTML = BANNER;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("sends the choice, removes the banner and announces it to screen readers", async () => {
  const sent = vi.fn().mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", sent);
  enhancePrivacy();
  press("Refuse");
  await vi.waitFor(() => expect(document.querySelector("form")).toBeNull());
  const [address, { method, body }] = sent.mock.calls[0] as [string, { method: string; body: URLSearchParams }];
  expect(new URL(address).pathname).toBe("/privacy/org_1");
  expect([method, String(body)]).toEqual(["POST", "choice=no&by_script=1"]);
  const saved = document.querySelector("[role=status]");
  expect(saved?.textContent).toBe("Your choice has been saved.");
  expect(document.activeElement).toBe(saved);
});

it("falls back to the plain form if the choice was not saved", async () => {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(null, { status: 429 })));
  enhancePrivacy();
  const plain = vi.fn((event: Event) => event.preventDefault());
  press("Accept");
  await vi.waitFor(() => expect(document.querySelector("form")?.dataset["failed"]).toBe(""));
  document.querySelector("form")?.addEventListener("submit", plain);
  press("Accept");
  expect(plain).toHaveBeenCalledOnce();
  expect(document.querySelectorAll("button")).toHaveLength(2);
});

it("does nothing on a page without the banner", () => {
  document.body.innerHTML = "<main></main>";
  expect(enhancePrivacy).not.toThrow();
});

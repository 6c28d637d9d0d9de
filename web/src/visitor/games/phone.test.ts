import { afterEach, expect, it, vi } from "vitest";
import { Phone } from "./phone";
import type { Stage } from "./stage";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY = "wp-game-phone:c1";
const WORDS: Record<string, string> = {
  no_answer: "No answer",
  phone_takes_no_texts: "Takes no texts",
  phone_too_many_codes: "Too many codes",
};

function opened(): Phone {
  document.body.innerHTML = `<form><input name="answers.phone">
    <div class="game-field"><input name="phone_code"></div></form>`;
  const stage = { setup: { code_id: "c1" } } as Stage;
  return new Phone(stage, document.querySelector("form") as HTMLFormElement);
}

function confirmed(): void {
  const proven = { typed: "030 123456", phone: "+4930123456", proof: "p", used: Date.now() };
  localStorage.setItem(KEY, JSON.stringify(proven));
}

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("fills in a number that was verified on this device, for 30 days after its last play", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  confirmed();

  vi.advanceTimersByTime(29 * DAY_MS);
  const phone = opened();
  expect(phone.isProven).toBe(true);
  expect(phone.answers).toEqual({ phone: "+4930123456", phone_proof: "p" });
  phone.keep("q");

  vi.advanceTimersByTime(29 * DAY_MS);
  expect(opened().answers).toEqual({ phone: "+4930123456", phone_proof: "q" });

  vi.advanceTimersByTime(DAY_MS);
  expect(opened().answers).toBeUndefined();
  expect(document.querySelector("input")?.value).toBe("");
  expect(localStorage.getItem(KEY)).toBeNull();
});

it("deletes a number from the device when the server no longer accepts it", () => {
  confirmed();

  opened().forget();

  expect(localStorage.getItem(KEY)).toBeNull();
});

it.each([
  [503, {}, "No answer"],
  [429, { code: "too_many_requests" }, "No answer"],
  [429, { code: "too_many_codes" }, "Too many codes"],
  [422, { code: "invalid", errors: [{ code: "not_mobile" }] }, "Takes no texts"],
])("an answer %i %o to a number says “%s”", async (status, body, said) => {
  document.body.innerHTML = `<form><input name="answers.phone" value="+14155552671">
    <p class="game-field" hidden><input name="phone_code"></p></form>`;
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
  const say = vi.fn();
  const stage = { setup: { code_id: "C" }, say, word: (name: string) => WORDS[name] ?? "" } as unknown as Stage;

  const phone = new Phone(stage, document.querySelector("form") as HTMLFormElement);

  expect(await phone.confirm()).toBe(false);
  expect(say).toHaveBeenCalledExactlyOnceWith(said);
});

it.each(["123 456", "123-456", "١٢٣٤٥٦", "１２３４５６"])("sends the passcode “%s” as it was typed", async (code) => {
  document.body.innerHTML = `<form><input name="answers.phone" value="+14155552671">
    <p class="game-field" hidden><input name="phone_code"></p></form>`;
  const fetched = vi.fn<typeof fetch>().mockResolvedValueOnce(new Response('{"state":"sent"}'));
  fetched.mockResolvedValueOnce(new Response('{"proof":"p"}'));
  vi.stubGlobal("fetch", fetched);
  const stage = { setup: { code_id: "C" }, say: vi.fn(), word: () => "" } as unknown as Stage;
  const phone = new Phone(stage, document.querySelector("form") as HTMLFormElement);
  await phone.confirm();

  (document.querySelector("[name=phone_code]") as HTMLInputElement).value = code;

  expect(await phone.confirm()).toBe(true);
  expect(JSON.parse(fetched.mock.lastCall?.[1]?.body as string)).toMatchObject({ code });
});

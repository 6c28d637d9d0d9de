import { expect, it, vi } from "vitest";
import { Phone } from "./phone";
import type { Stage } from "./stage";

const WORDS: Record<string, string> = {
  no_answer: "No answer",
  phone_takes_no_texts: "Takes no texts",
  phone_too_many_codes: "Too many codes",
};

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

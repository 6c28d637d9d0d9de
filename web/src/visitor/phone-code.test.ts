import { afterEach, expect, it, vi } from "vitest";
import { PhoneCode } from "./phone-code";

afterEach(() => {
  vi.unstubAllGlobals();
});

const BODY = { submission_key: "k", fields: { phone: "+14155552671" } };

function opened() {
  document.body.innerHTML = `<form><p data-field="phone_code" hidden><input name="phone_code"></p></form>`;
  const voice = { word: (name: string) => name, say: vi.fn(), complain: vi.fn(), turnTo: vi.fn() };
  const fetched = vi.fn<typeof fetch>().mockResolvedValueOnce(new Response('{"state":"sent"}'));
  fetched.mockResolvedValueOnce(new Response('{"proof":"p"}'));
  vi.stubGlobal("fetch", fetched);
  const code = new PhoneCode(document.querySelector("form") as HTMLFormElement, "phone", voice);
  return { code, voice, fetched, input: document.querySelector("input") as HTMLInputElement };
}

it.each(["123 456", "123-456", "١٢٣٤٥٦", "۱۲۳۴۵۶", "１２３４５６"])("reads the passcode “%s”", async (typed) => {
  const { code, fetched, input } = opened();
  expect(await code.proves({ ...BODY })).toBe(false);

  input.value = typed;

  expect(await code.proves({ ...BODY })).toBe(true);
  expect(JSON.parse(fetched.mock.lastCall?.[1]?.body as string)).toMatchObject({ code: "123456" });
});

it.each(["12345", "1234567", "code"])("refuses the passcode “%s” without using an attempt", async (typed) => {
  const { code, voice, fetched, input } = opened();
  await code.proves({ ...BODY });

  input.value = typed;

  expect(await code.proves({ ...BODY })).toBe(false);
  expect(voice.complain).toHaveBeenLastCalledWith("phone_code", "wrong_code");
  expect(fetched).toHaveBeenCalledOnce();
});

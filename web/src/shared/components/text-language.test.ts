import { describe, expect, it } from "vitest";
import { hanLanguage, isHanOfSomeLanguage } from "@/shared/components/text-language";

describe("the language of Han letters", () => {
  it("is shown only if the text is ambiguous", () => {
    expect(isHanOfSomeLanguage("営業中")).toBe(true);
    expect(isHanOfSomeLanguage("営業しています")).toBe(false);
    expect(isHanOfSomeLanguage("메뉴 菜單")).toBe(false);
    expect(isHanOfSomeLanguage("Scan me")).toBe(false);
  });

  it.each([
    ["ja-JP", "ja"],
    ["ko", "ko"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-Hant-HK", "zh-HK"],
    ["de-DE", undefined],
    [undefined, undefined],
  ])("of %s is %s", (locale, language) => {
    expect(hanLanguage(locale)).toBe(language);
  });
});

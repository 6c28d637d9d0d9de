import { expect, test } from "vitest";
import { appLinkFields, appLinksInWords, appLinksOf } from "@/features/codes/codes/app-links";

const NONE = appLinkFields(null);

test("app links are sent only if a system has an address", () => {
  expect(appLinksOf(NONE)).toBeNull();
  expect(appLinksOf({ ...NONE, ios_fallback: "apps.example" })).toBeNull();
  expect(appLinksOf({ ...NONE, ios_url: " harbor://menu ", ios_fallback: "apps.example" })).toEqual({
    ios_url: "harbor://menu",
    ios_fallback: "https://apps.example",
    android_url: null,
    android_package: null,
    android_fallback: null,
  });
});

test("a package without an address is sent, so that the server can report what is missing", () => {
  expect(appLinksOf({ ...NONE, android_package: "a.b" })?.android_package).toBe("a.b");
});

test("the systems that open an app are described in words", () => {
  expect(appLinksInWords(null)).toBe("No app");
  expect(appLinksInWords(appLinksOf({ ...NONE, ios_url: "a://b", android_url: "a://b" }))).toBe(
    "Opens an app on iOS and Android",
  );
});

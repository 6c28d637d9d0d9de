import { expect, test } from "vitest";
import { NO_UTM, hasUtm, utmOf, withUtm } from "@/features/codes/codes/utm";

test("UTM parameters are read from an address", () => {
  expect(utmOf("https://a.example/?utm_source=poster%20a&x=1")).toEqual({ ...NO_UTM, source: "poster a" });
  expect(utmOf("no address")).toEqual(NO_UTM);
});

test("UTM parameters replace the existing ones, and nothing else changes", () => {
  const address = "https://a.example/p?x=a%20b&utm_source=old&utm_term=t#part";
  expect(withUtm(address, { ...NO_UTM, source: "poster ä" })).toBe(
    "https://a.example/p?x=a%20b&utm_source=poster+%C3%A4#part",
  );
  expect(withUtm("https://a.example/", { ...NO_UTM, medium: "print" })).toBe("https://a.example/?utm_medium=print");
  expect(withUtm("https://a.example/?utm_medium=print", NO_UTM)).toBe("https://a.example/");
});

test("blank values are ignored", () => {
  expect(hasUtm({ ...NO_UTM, term: " " })).toBe(false);
  expect(hasUtm({ ...NO_UTM, term: "x" })).toBe(true);
});

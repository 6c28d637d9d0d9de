import { beforeEach, expect, test } from "vitest";
import { forget, keepToken, keepUser, keptSubject, keptToken, keptUser } from "@/shared/auth/kept-session";

const NAME = "waypost.session.token";
const NOW = 1_800_000_000_000;

beforeEach(() => localStorage.clear());

function keep(seconds: number) {
  keepToken("entry", "t", NOW / 1000 + seconds);
}

test("a token that is good for a while yet is used", () => {
  keep(3600);
  expect(keptToken(NOW)).toBe("t");
});

test.each([
  ["runs out soon", () => keep(30)],
  [
    "is forgotten",
    () => {
      keep(3600);
      forget("entry");
    },
  ],
  ["cannot be read", () => localStorage.setItem(NAME, "{")],
  ["is not there", () => localStorage.setItem(NAME, "null")],
])("none that %s", (_, prepare) => {
  prepare();
  expect(keptToken(NOW)).toBeNull();
});

test("whom it belongs to is known as well", () => {
  expect(keptUser()).toBeNull();
  expect(keptSubject()).toBeNull();
  keepUser("entry", { sub: "auth|a", email: "a@b.example" });
  expect(keptUser()).toEqual({ name: "a@b.example", email: "a@b.example", picture: "" });
  expect(keptSubject()).toBe("auth|a");
});

import { beforeEach, expect, test } from "vitest";
import {
  clearEntry,
  storeToken,
  storeUser,
  storedSubject,
  storedToken,
  storedUser,
} from "@/shared/auth/stored-session";

const NAME = "waypost.session.token";
const NOW = 1_800_000_000_000;

beforeEach(() => localStorage.clear());

function keep(seconds: number) {
  storeToken("entry", "t", NOW / 1000 + seconds);
}

test("a token that is still valid for a while is used", () => {
  keep(3600);
  expect(storedToken(NOW)).toBe("t");
});

test.each([
  ["runs out soon", () => keep(30)],
  [
    "is forgotten",
    () => {
      keep(3600);
      clearEntry("entry");
    },
  ],
  ["cannot be read", () => localStorage.setItem(NAME, "{")],
  ["is not there", () => localStorage.setItem(NAME, "null")],
])("none that %s", (_, prepare) => {
  prepare();
  expect(storedToken(NOW)).toBeNull();
});

test("the owner of a token is known too", () => {
  expect(storedUser()).toBeNull();
  expect(storedSubject()).toBeNull();
  storeUser("entry", { sub: "auth|a", email: "a@b.example" });
  expect(storedUser()).toEqual({ name: "a@b.example", email: "a@b.example", picture: "" });
  expect(storedSubject()).toBe("auth|a");
});

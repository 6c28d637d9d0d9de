import { beforeEach, expect, test } from "vitest";
import { keptSubject, keptToken, keptUser } from "@/shared/auth/kept-session";

const NAME = "@@auth0spajs@@::client::https://api.example::openid profile email offline_access";
const NOW = 1_800_000_000_000;

beforeEach(() => localStorage.clear());

function keep(seconds: number, name = NAME) {
  localStorage.setItem(name, JSON.stringify({ body: { access_token: "t" }, expiresAt: NOW / 1000 + seconds }));
}

test("a token that is good for a while yet is used", () => {
  keep(3600);
  expect(keptToken(NOW)).toBe("t");
});

test.each([
  ["runs out soon", () => keep(30)],
  ["is somebody else's", () => keep(3600, "other::openid")],
  ["cannot be read", () => localStorage.setItem(NAME, "{")],
  ["is not there", () => localStorage.setItem(NAME, "null")],
])("none that %s", (_, prepare) => {
  prepare();
  expect(keptToken(NOW)).toBeNull();
});

test("whom it belongs to is known as well", () => {
  expect(keptUser()).toBeNull();
  expect(keptSubject()).toBeNull();
  localStorage.setItem(
    "@@auth0spajs@@::client::@@user@@",
    JSON.stringify({ id_token: "x", decodedToken: { user: { sub: "auth|a", email: "a@b.example" } } }),
  );
  expect(keptUser()).toEqual({ name: "a@b.example", email: "a@b.example", picture: "" });
  expect(keptSubject()).toBe("auth|a");
});

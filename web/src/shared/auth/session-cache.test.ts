import { beforeEach, expect, test } from "vitest";
import { storedSubject, storedToken, storedUser } from "@/shared/auth/stored-session";
import { SessionCache } from "@/shared/auth/session-cache";

const EXPIRES_AT = 1_800_003_600;
const NOW = 1_800_000_000_000;
const TOKEN = "whatever the client calls it";
const USER = "the same, of its owner";
const cache = new SessionCache();
const ada = { sub: "auth|a", email: "a@b.example" };
const good = { body: { access_token: "t", refresh_token: "r" }, expiresAt: EXPIRES_AT };

beforeEach(() => localStorage.clear());

test("stored data is read before the client is loaded", () => {
  cache.set(USER, { id_token: "x", decodedToken: { claims: {}, user: ada } });
  cache.set(TOKEN, good);

  expect(cache.get(TOKEN)).toEqual(good);
  expect(storedToken(NOW)).toBe("t");
  expect(storedSubject()).toBe("auth|a");
  expect(storedUser()).toEqual({ name: "a@b.example", email: "a@b.example", picture: "" });
});

test("an expired token is not used, but its owner is still known", () => {
  cache.set(USER, { id_token: "x", decodedToken: { claims: {}, user: ada } });
  cache.set(TOKEN, good);
  cache.set(TOKEN, { body: { refresh_token: "r" }, expiresAt: EXPIRES_AT });

  expect(storedToken(NOW)).toBeNull();
  expect(storedSubject()).toBe("auth|a");
});

test("a rotated token replaces the previous one", () => {
  cache.set(TOKEN, good);
  cache.set(TOKEN, { body: { access_token: "u", refresh_token: "s" }, expiresAt: EXPIRES_AT });
  expect(storedToken(NOW)).toBe("u");
});

test("nothing is left after a logout", () => {
  cache.set(USER, { id_token: "x", decodedToken: { claims: {}, user: ada } });
  cache.set(TOKEN, good);
  cache.remove("another entry");
  expect(storedToken(NOW)).toBe("t");

  cache.remove(TOKEN);
  cache.remove(USER);
  expect(localStorage).toHaveLength(0);
});

test("a session that the client's own cache stored earlier continues", () => {
  localStorage.setItem(TOKEN, JSON.stringify(good));
  expect(storedToken(NOW)).toBeNull();

  cache.get(TOKEN);
  expect(storedToken(NOW)).toBe("t");
});

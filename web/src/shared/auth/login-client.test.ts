import { LocalStorageCache } from "@auth0/auth0-react";
import { expect, test } from "vitest";
import { clientOptions } from "@/shared/auth/login-client";
import { currentPath, safeReturnTo } from "@/shared/auth/return-to";
import { TEST_CONFIG } from "@/shared/testing/render";

test("only the necessary options of the login client are set; timeouts and retries keep their defaults", () => {
  const options = clientOptions(TEST_CONFIG.auth, "https://go.example");
  expect(Object.keys(options).sort()).toEqual([
    "authorizationParams",
    "cache",
    "clientId",
    "domain",
    "useRefreshTokens",
  ]);
  expect(options.cache).toBeInstanceOf(LocalStorageCache);
  expect(options.useRefreshTokens).toBe(true);
  expect(Object.keys(options.authorizationParams).sort()).toEqual(["audience", "redirect_uri"]);
});

test.each([
  ["/admin/analytics?interval=1day#x", "/admin/analytics?interval=1day#x"],
  ["https://evil.example/", "/admin"],
  ["//evil.example", "/admin"],
  ["/\\evil.example", "/admin"],
  ["/auth/login?returnTo=/auth/login", "/admin"],
  [undefined, "/admin"],
])("after a login %s leads to %s", (wanted, path) => {
  expect(safeReturnTo(wanted)).toBe(path);
});

test("the current path includes search and hash", () => {
  expect(currentPath({ pathname: "/a", search: "?b=1", hash: "#c" } as Location)).toBe("/a?b=1#c");
});

import { i18n } from "@lingui/core";
import { GenericError, PopupCancelledError, PopupTimeoutError, TimeoutError } from "@auth0/auth0-spa-js";
import { MissingRefreshTokenError, OAuthError } from "@auth0/auth0-react";
import { expect, test } from "vitest";
import { describeAuthError } from "@/shared/auth/describe-auth-error";

test.each([
  ["timeout", new TimeoutError()],
  ["timeout", new PopupTimeoutError(window)],
  ["cancelled", new PopupCancelledError(window)],
  ["cancelled", new OAuthError("access_denied", "The login was cancelled")],
  ["state_mismatch", new Error("Invalid state")],
  ["state_mismatch", new GenericError("missing_transaction", "Invalid state")],
  ["login_required", new OAuthError("login_required", "Login required")],
  ["login_required", new GenericError("invalid_grant", "Unknown or invalid refresh token.")],
  ["login_required", new MissingRefreshTokenError("audience", "openid")],
  ["unknown", new OAuthError("server_error", "The moon is full")],
  ["unknown", "nothing we know"],
])("names a %s", (kind, error) => {
  const problem = describeAuthError(error);
  expect(problem.kind).toBe(kind);
  for (const text of [problem.title, problem.message, problem.action]) {
    expect(i18n._(text)).not.toBe("");
  }
});

test("an unknown error is shown in the provider's words", () => {
  expect(i18n._(describeAuthError(new OAuthError("server_error", "The moon is full")).message)).toContain(
    "The moon is full",
  );
});

type LoginClientModule = typeof import("@/shared/auth/login-client");

let loading: Promise<LoginClientModule> | undefined;

/**
 * Loads the login client, a large part of the app's code: at once if nobody is known to be logged in, otherwise after
 * the first screen has rendered. A failed download is retried on the next call.
 */
export function loadLoginClient(): Promise<LoginClientModule> {
  loading ??= import("@/shared/auth/login-client").catch((reason: unknown) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

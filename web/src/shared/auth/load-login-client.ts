type LoginClientModule = typeof import("@/shared/auth/login-client");

let loading: Promise<LoginClientModule> | undefined;

/** The login client, a large part of the app's code: fetched at once where nobody is known to be logged in, and
 * otherwise when the first screen stands. What could not be fetched is tried again with the next call. */
export function loadLoginClient(): Promise<LoginClientModule> {
  loading ??= import("@/shared/auth/login-client").catch((reason: unknown) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

let resolveLoggedIn: (isLoggedIn: boolean) => void = () => undefined;

/** Resolves once it is known whether a user is logged in. Prefetching waits for it. */
export const loggedIn = new Promise<boolean>((resolve) => {
  resolveLoggedIn = resolve;
});

/** Called by the session once it has checked; only the first call counts. */
export function setLoggedIn(isLoggedIn: boolean): void {
  resolveLoggedIn(isLoggedIn);
}

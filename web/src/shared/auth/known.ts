let tell: (isLoggedIn: boolean) => void = () => undefined;

/** Settles once it is known whether somebody is logged in. What is asked for before its screen is there waits for it. */
export const whetherLoggedIn = new Promise<boolean>((resolve) => {
  tell = resolve;
});

/** Said by the session when it has looked; only the first word counts. */
export function sayWhetherLoggedIn(isLoggedIn: boolean): void {
  tell(isLoggedIn);
}

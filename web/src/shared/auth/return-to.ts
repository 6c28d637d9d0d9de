const LOGIN_PATH = "/auth/login";
const FALLBACK = "/admin";

/** Returns a path of this app, whatever the link requested; never another site and never the login itself. */
export function safeReturnTo(target: unknown): string {
  if (typeof target !== "string" || !target.startsWith("/") || /^\/[/\\]/.test(target)) {
    return FALLBACK;
  }
  return target.startsWith(LOGIN_PATH) ? FALLBACK : target;
}

/** The current location of this browser as a path with search and hash. */
export function currentPath(location: Location = window.location): string {
  return `${location.pathname}${location.search}${location.hash}`;
}

const LOGIN_PATH = "/auth/login";
const FALLBACK = "/admin";

/** A path of this app, whatever a link asked for; never another site and never the login itself. */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || /^\/[/\\]/.test(wanted)) {
    return FALLBACK;
  }
  return wanted.startsWith(LOGIN_PATH) ? FALLBACK : wanted;
}

/** Where this browser is now, with search and hash. */
export function currentPath(location: Location = window.location): string {
  return `${location.pathname}${location.search}${location.hash}`;
}

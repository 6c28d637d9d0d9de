const KEY = "waypost.login-begun-at";

/** Goes on to a vendor's login. Should it come to nothing, it is begun again at `begunAt`, which is here unless said. */
export function leaveTo(url: string, begunAt = `${window.location.pathname}${window.location.search}`) {
  try {
    sessionStorage.setItem(KEY, begunAt);
  } catch {
    // The browser keeps nothing here; there is the list of all integrations then.
  }
  window.location.assign(url);
}

/** Where the last login at a vendor was begun in this tab. */
export function loginBegunAt(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

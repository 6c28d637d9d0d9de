const KEY = "waypost.login-start-path";

/** Leaves for a vendor's login page. A failed login can be restarted at `startPath`, by default the current one. */
export function leaveTo(url: string, startPath = `${window.location.pathname}${window.location.search}`) {
  try {
    sessionStorage.setItem(KEY, startPath);
  } catch {
    // Without storage, the link to the list of all integrations remains.
  }
  window.location.assign(url);
}

/** Returns the path from which the last login at a vendor was started in this tab. */
export function loginStartPath(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

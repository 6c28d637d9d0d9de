/**
 * Waypost's own record of the session, which the login client's cache writes (session-cache.ts). `entry` is the name of
 * the cache entry from which a part was read, so that the part is removed with that entry.
 */
interface StoredToken {
  entry: string;
  token: string;
  expiresAt: number;
}

interface StoredUser {
  entry: string;
  subject: string | null;
  name: string;
  email: string;
  picture: string;
}

// public/start.js searches for this prefix.
const TOKEN = "waypost.session.token";
const USER = "waypost.session.user";
const STILL_GOOD_MS = 60_000;

/**
 * The access token that the login client stored here, if it is valid for at least another minute. With it, the first
 * screen renders and requests its numbers before the login client is loaded. The server checks the token of each
 * request, whatever the browser assumes.
 */
export function storedToken(now: number = Date.now()): string | null {
  const stored = read(TOKEN) as Partial<StoredToken> | null;
  const isGood =
    typeof stored?.token === "string" &&
    typeof stored.expiresAt === "number" &&
    stored.expiresAt * 1000 > now + STILL_GOOD_MS;
  return isGood ? (stored.token ?? null) : null;
}

/** The user of the stored token; null if unknown. */
export function storedUser(): { name: string; email: string; picture: string } | null {
  const stored = read(USER) as Partial<StoredUser> | null;
  return stored === null
    ? null
    : { name: stored.name ?? stored.email ?? "", email: stored.email ?? "", picture: stored.picture ?? "" };
}

/** The user's unique subject at the identity provider. */
export function storedSubject(): string | null {
  return (read(USER) as Partial<StoredUser> | null)?.subject ?? null;
}

/** Stores the access token of an entry; `expiresAt` is in Unix seconds. */
export function storeToken(entry: string, token: string, expiresAt: number): void {
  write(TOKEN, { entry, token, expiresAt } satisfies StoredToken);
}

/** Stores the user of the session. */
export function storeUser(
  entry: string,
  user: { sub?: string; name?: string; email?: string; picture?: string },
): void {
  const { sub, name, email, picture } = user;
  const stored: StoredUser = {
    entry,
    subject: sub ?? null,
    name: name ?? email ?? "",
    email: email ?? "",
    picture: picture ?? "",
  };
  write(USER, stored);
}

/** Removes what was stored from an entry. */
export function clearEntry(entry: string): void {
  for (const name of [TOKEN, USER]) {
    if ((read(name) as { entry?: string } | null)?.entry === entry) {
      localStorage.removeItem(name);
    }
  }
}

function write(name: string, stored: object): void {
  const text = JSON.stringify(stored);
  // Other tabs are notified of each change.
  if (localStorage.getItem(name) !== text) {
    localStorage.setItem(name, text);
  }
}

function read(name: string): unknown {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? "null") as unknown;
    return typeof stored === "object" ? stored : null;
  } catch {
    return null; // closed to this page, or not what was written
  }
}

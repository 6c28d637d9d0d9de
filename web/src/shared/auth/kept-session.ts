/** Our own record of the session, which the login client's cache writes (session-cache.ts). `entry` is the name of
 * the cache's entry that a part was read from, so that it goes when that entry goes.
 */
interface KeptToken {
  entry: string;
  token: string;
  expiresAt: number;
}

interface KeptUser {
  entry: string;
  subject: string | null;
  name: string;
  email: string;
  picture: string;
}

// public/start.js looks for this beginning.
const TOKEN = "waypost.session.token";
const USER = "waypost.session.user";
const STILL_GOOD_MS = 60_000;

/**
 * The access token that the login client left here, if it is good for another minute. With it the first screen is
 * drawn and its numbers are asked for before the login client is there. The server judges each request by the
 * token, whatever the browser believes.
 */
export function keptToken(now: number = Date.now()): string | null {
  const kept = read(TOKEN) as Partial<KeptToken> | null;
  const isGood =
    typeof kept?.token === "string" &&
    typeof kept.expiresAt === "number" &&
    kept.expiresAt * 1000 > now + STILL_GOOD_MS;
  return isGood ? (kept.token ?? null) : null;
}

/** Whom the kept token belongs to; null where nothing tells. */
export function keptUser(): { name: string; email: string; picture: string } | null {
  const kept = read(USER) as Partial<KeptUser> | null;
  return kept === null
    ? null
    : { name: kept.name ?? kept.email ?? "", email: kept.email ?? "", picture: kept.picture ?? "" };
}

/** The identity provider's name of that person, which no two people share. */
export function keptSubject(): string | null {
  return (read(USER) as Partial<KeptUser> | null)?.subject ?? null;
}

/** Keeps the access token of an entry, which runs out at a second of Unix time. */
export function keepToken(entry: string, token: string, expiresAt: number): void {
  write(TOKEN, { entry, token, expiresAt } satisfies KeptToken);
}

/** Keeps whom the session belongs to. */
export function keepUser(entry: string, user: { sub?: string; name?: string; email?: string; picture?: string }): void {
  const { sub, name, email, picture } = user;
  const kept: KeptUser = {
    entry,
    subject: sub ?? null,
    name: name ?? email ?? "",
    email: email ?? "",
    picture: picture ?? "",
  };
  write(USER, kept);
}

/** Forgets what was read from an entry. */
export function forget(entry: string): void {
  for (const name of [TOKEN, USER]) {
    if ((read(name) as { entry?: string } | null)?.entry === entry) {
      localStorage.removeItem(name);
    }
  }
}

function write(name: string, kept: object): void {
  const text = JSON.stringify(kept);
  // Other tabs hear of each change.
  if (localStorage.getItem(name) !== text) {
    localStorage.setItem(name, text);
  }
}

function read(name: string): object | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null") as unknown;
    return typeof kept === "object" ? kept : null;
  } catch {
    return null; // closed to this page, or not what was written
  }
}

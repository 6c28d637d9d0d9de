/** What the login client keeps of a token in this browser, as far as it is read here. */
interface KeptToken {
  body?: { access_token?: unknown };
  expiresAt?: unknown;
}

/** What it keeps of whom the token belongs to. */
interface KeptUser {
  decodedToken?: { user?: { sub?: string; name?: string; email?: string; picture?: string } };
}

const BEGINNING = "@@auth0spajs@@::";
const USER = "::@@user@@";
const STILL_GOOD_MS = 60_000;

/**
 * The access token that the login client left here, if it is good for another minute. With it the first screen is
 * drawn and its numbers are asked for before the login client is there. The server judges each request by the
 * token, whatever the browser believes.
 */
export function keptToken(now: number = Date.now()): string | null {
  return found<string>((name, read) => {
    if (!name.includes("::openid")) {
      return null;
    }
    const { body, expiresAt } = read() as KeptToken;
    const isGood =
      typeof body?.access_token === "string" && typeof expiresAt === "number" && expiresAt * 1000 > now + STILL_GOOD_MS;
    return isGood ? (body.access_token as string) : null;
  });
}

/** Whom the kept token belongs to; null where nothing tells. */
export function keptUser(): { name: string; email: string; picture: string } | null {
  return found((name, read) => {
    const user = name.endsWith(USER) ? (read() as KeptUser).decodedToken?.user : undefined;
    return user === undefined
      ? null
      : { name: user.name ?? user.email ?? "", email: user.email ?? "", picture: user.picture ?? "" };
  });
}

/** The identity provider's name of that person, which no two people share. */
export function keptSubject(): string | null {
  return found((name, read) => (name.endsWith(USER) ? ((read() as KeptUser).decodedToken?.user?.sub ?? null) : null));
}

function found<Thing>(seek: (name: string, read: () => unknown) => Thing | null): Thing | null {
  try {
    for (const name of Object.keys(localStorage)) {
      const thing = name.startsWith(BEGINNING)
        ? seek(name, () => JSON.parse(localStorage.getItem(name) ?? "{}") as unknown)
        : null;
      if (thing !== null) {
        return thing;
      }
    }
  } catch {
    return null; // closed to this page, or not what we know
  }
  return null;
}

/** What the login client keeps in this browser, as far as it is read here. */
interface Kept {
  body?: { access_token?: unknown };
  expiresAt?: unknown;
}

const BEGINNING = "@@auth0spajs@@::";
const STILL_GOOD_MS = 60_000;

/**
 * The access token that the login client left here, if it is good for another minute. With it the first screen's
 * numbers are asked for before the login client is there; nobody is taken for logged in because of it, and
 * what is refused is asked for again in the ordinary way.
 */
export function keptToken(now: number = Date.now()): string | null {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(BEGINNING) && name.includes("::openid")) {
        const { body, expiresAt } = JSON.parse(localStorage.getItem(name) ?? "{}") as Kept;
        if (typeof body?.access_token === "string" && typeof expiresAt === "number" && expiresAt * 1000 > now + STILL_GOOD_MS) {
          return body.access_token;
        }
      }
    }
  } catch {
    return null; // closed to this page, or not what we know
  }
  return null;
}

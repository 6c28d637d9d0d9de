import { type Cacheable, LocalStorageCache } from "@auth0/auth0-react";
import { clearEntry, storeToken, storeUser } from "@/shared/auth/stored-session";

/** An entry of the login client, as far as it is read here: an access token, or the user of the session. */
interface Entry {
  body?: { access_token?: string };
  expiresAt?: number;
  decodedToken?: { user?: { sub?: string; name?: string; email?: string; picture?: string } };
}

/**
 * The login client's own cache in this browser, which also stores the access token and its owner where the first screen
 * finds them before the login client is loaded. The names of entries are internal to the client.
 */
export class SessionCache extends LocalStorageCache {
  override set(name: string, entry: unknown): void {
    super.set(name, entry);
    note(name, entry as Entry);
  }

  // oxlint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the interface of the client's caches
  override get<T = Cacheable>(name: string): T | undefined {
    const entry = super.get<T>(name) as T | undefined;
    if (entry !== undefined) {
      note(name, entry as Entry); // a session of before, or of another version
    }
    return entry;
  }

  override remove(name: string): void {
    super.remove(name);
    clearEntry(name);
  }
}

function note(name: string, { body, expiresAt, decodedToken }: Entry): void {
  if (decodedToken?.user !== undefined) {
    storeUser(name, decodedToken.user);
  } else if (typeof body?.access_token === "string" && expiresAt !== undefined) {
    storeToken(name, body.access_token, expiresAt);
  } else {
    clearEntry(name); // it has run out, and can only be refreshed
  }
}

import createClient from "openapi-fetch";
import { apiErrorOf } from "@/shared/api/errors";
import { fetchOnce } from "@/shared/api/fetch-once";
import type { paths } from "@/shared/api/schema";
import { chosenOrganization, ORGANIZATION_HEADER } from "@/shared/auth/chosen-organization";
import { storedToken } from "@/shared/auth/stored-session";

/** Provides access tokens; null means nobody is logged in. */
export type TokenSource = () => Promise<string | null>;

let tokenSource: TokenSource = () => Promise.resolve(storedToken());

/** Sets the source of access tokens. Until then, the stored token is used. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

const TILL_HEADER = "Waypost-Till";
let tillToken: string | null = null;
let tillListener: (() => void) | undefined;

/** Sets the token of a session at a till. While it is set, calls are made as that person instead of the login. */
export function setTillToken(token: string | null): void {
  tillToken = token;
}

/** Sets the listener that is called when the session at the till is over. */
export function onTillLocked(listener: (() => void) | undefined): void {
  tillListener = listener;
}

interface TokenListener {
  /** The server rejected the token, although the login client considers it valid. */
  refused: (token: string, path: string) => void;
  /** The server fulfilled a request with this token, even if the request needs no login. */
  accepted: (token: string, path: string) => void;
}

let tokenListener: TokenListener | undefined;

/** Sets the listener that learns whether the server accepts the access token of a request. */
export function onTokenJudged(listener: TokenListener | undefined): void {
  tokenListener = listener;
}

const BEARER = "Bearer ";

/** The API, typed from its own schema. Requests get JSON unless they accept another type. */
export const api = createClient<paths, "application/json">({ baseUrl: window.location.origin, fetch: fetchOnce });

api.use({
  async onRequest({ request }) {
    if (tillToken !== null) {
      request.headers.set(TILL_HEADER, tillToken);
      return request;
    }
    const token = await tokenSource();
    if (token !== null) {
      request.headers.set("Authorization", BEARER + token);
      const organization = chosenOrganization();
      if (organization !== null) {
        request.headers.set(ORGANIZATION_HEADER, organization);
      }
    }
    return request;
  },
  onResponse({ request, response }) {
    if (response.status === 401 && request.headers.has(TILL_HEADER)) {
      tillListener?.();
    }
    const token = request.headers.get("Authorization")?.slice(BEARER.length);
    if (token === undefined) {
      return;
    }
    const path = new URL(request.url).pathname;
    if (response.status === 401) {
      tokenListener?.refused(token, path);
    } else if (response.ok) {
      tokenListener?.accepted(token, path);
    }
  },
});

/** Returns the body of a response, or throws its error as an `ApiError`. */
export async function answerOf<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call;
  if (!response.ok) {
    throw apiErrorOf(response.status, error);
  }
  return data as Body;
}

/** A header that makes it safe to repeat a change. */
export function idempotencyKey(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": crypto.randomUUID() };
}

import createClient from "openapi-fetch";
import { apiErrorOf } from "@/shared/api/errors";
import { fetchOnce } from "@/shared/api/fetch-once";
import type { paths } from "@/shared/api/schema";
import { keptToken } from "@/shared/auth/kept-session";

type TokenSource = () => Promise<string | null>;

let tokenSource: TokenSource = () => Promise.resolve(keptToken());

/** Says where access tokens come from; null means nobody is logged in. Until it is said, what was kept will do. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

let tokenRefused: () => void = () => undefined;

/** Says what to do when the server does not accept an access token that the login client holds good. */
export function onTokenRefused(listener: () => void): void {
  tokenRefused = listener;
}

/** The API, typed from its own schema. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchOnce });

api.use({
  async onRequest({ request }) {
    const token = await tokenSource();
    if (token !== null) {
      request.headers.set("Authorization", `Bearer ${token}`);
    }
    return request;
  },
  onResponse({ request, response }) {
    if (response.status === 401 && request.headers.has("Authorization")) {
      tokenRefused();
    }
  },
});

/** The answer's body, or its error thrown as an ApiError. */
export async function answerOf<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call;
  if (!response.ok) {
    throw apiErrorOf(response.status, error);
  }
  return data as Body;
}

/** A header that makes a repeated change count once. */
export function idempotencyKey(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": crypto.randomUUID() };
}

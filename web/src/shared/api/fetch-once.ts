/** A repeated change within this time after the response gets the same response. */
export const COOLDOWN_MS = 800;

const inFlight = new Map<string, Promise<Response>>();

/**
 * Sends a change once; an identical change while the first is in flight, or just after, shares its response. A button
 * is only disabled after the next render, and it is enabled again while its dialog closes, so a double click in between
 * would otherwise create two of everything.
 */
export async function fetchOnce(request: Request): Promise<Response> {
  const isForm = request.headers.get("Content-Type")?.startsWith("multipart/") ?? false;
  if (!request.headers.has("Idempotency-Key") || isForm) {
    return globalThis.fetch(request);
  }
  const key = `${request.method} ${request.url} ${await request.clone().text()}`;
  const same = inFlight.get(key);
  if (same !== undefined) {
    return (await same).clone();
  }
  const response = globalThis.fetch(request);
  inFlight.set(key, response);
  try {
    const answer = await response;
    // After an error, the user may have fixed something elsewhere and may retry immediately.
    setTimeout(() => inFlight.delete(key), answer.ok ? COOLDOWN_MS : 0);
    return answer.clone();
  } catch (reason) {
    inFlight.delete(key);
    throw reason;
  }
}

/** What a second press within this time of the answer asks for is what the first one got. */
export const COOLDOWN_MS = 800;

const inFlight = new Map<string, Promise<Response>>();

/**
 * Sends a change that counts once; the same change again while it is on its way, or just after, shares its
 * answer. A button is only off once the screen was drawn again, and it is on again while its dialog closes:
 * a double click in between would make two of whatever it makes.
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
    // After an error the user may have fixed something elsewhere and retry immediately.
    setTimeout(() => inFlight.delete(key), answer.ok ? COOLDOWN_MS : 0);
    return answer.clone();
  } catch (reason) {
    inFlight.delete(key);
    throw reason;
  }
}

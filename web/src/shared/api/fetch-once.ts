/** What a second press within this time of the answer asks for is what the first one got. */
const REST_MS = 800;

const underway = new Map<string, Promise<Response>>();

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
  const wanted = `${request.method} ${request.url} ${await request.clone().text()}`;
  const same = underway.get(wanted);
  if (same !== undefined) {
    return (await same).clone();
  }
  const asked = globalThis.fetch(request);
  underway.set(wanted, asked);
  try {
    const answer = await asked;
    // Whoever was refused may have mended something elsewhere and try again at once.
    setTimeout(() => underway.delete(wanted), answer.ok ? REST_MS : 0);
    return answer.clone();
  } catch (reason) {
    underway.delete(wanted);
    throw reason;
  }
}

import { idempotencyKey } from "@/shared/api/client";
import { isFinal, isKeyInUse, isRefusal } from "@/shared/api/errors";

const IN_USE_MS = 1000;
const MAX_ATTEMPTS = 5;

interface Sent<Body> {
  body: Body;
  text: string;
  key: ReturnType<typeof idempotencyKey>;
}

/** Makes a change follow on one that was sent before it, and was answered only now. */
type Rebase<Body, Answer> = (body: Body, before: Body, made: Answer) => Body;

/**
 * Sends changes of one thing, each under one key until it is answered. A change whose answer was lost may
 * have been made: sent again as it was, it is made or answered as at first, and only then does the next one
 * goes, naming the version that this made. So nobody collides with what they saved themselves.
 */
export function inOrder<Body, Answer>(
  send: (body: Body, headers: ReturnType<typeof idempotencyKey>) => Promise<Answer>,
  rebase?: Rebase<Body, Answer>,
) {
  let open: Sent<Body> | null = null;
  const late: [Body, Answer][] = [];

  const attempt = async (change: Sent<Body>): Promise<Answer> => {
    const wasOpen = open !== null;
    open = change;
    try {
      const answer = await onceFree(() => send(change.body, change.key));
      open = null;
      return answer;
    } catch (error) {
      // A request to log in or to wait says nothing about the outcome of the first attempt.
      const isOver = wasOpen ? isFinal(error) : isRefusal(error) && !isKeyInUse(error);
      if (isOver) {
        open = null;
      }
      throw error;
    }
  };

  /** Learns what became of a change whose answer was lost. */
  const settleOpen = async (change: Sent<Body>) => {
    try {
      late.push([change.body, await attempt(change)]);
    } catch (error) {
      // Refused for good, it was never made; what comes now is judged by itself.
      if (!isFinal(error)) {
        throw error;
      }
    }
  };

  const asNow = (body: Body): Sent<Body> => {
    const following = late.reduce((next, [before, made]) => rebase?.(next, before, made) ?? next, body);
    return { body: following, text: JSON.stringify(following), key: idempotencyKey() };
  };

  return {
    /** Whether something was sent of which nobody knows whether it was made. */
    isOpen: () => open !== null,
    send: async (body: Body): Promise<Answer> => {
      const now = asNow(body);
      if (open === null) {
        return attempt(now);
      }
      if (open.text === now.text) {
        return attempt(open);
      }
      if (rebase === undefined) {
        open = null;
      } else {
        await settleOpen(open);
      }
      return attempt(asNow(body));
    },
  };
}

/** Waits while the same change, sent before, is still being made. */
async function onceFree<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isKeyInUse(error) || tries === MAX_ATTEMPTS) {
        throw error;
      }
      await new Promise((done) => setTimeout(done, IN_USE_MS));
    }
  }
}

/** Names the version that one's own earlier change made, where that one named the same version. */
export function rebaseVersion<Body extends { version?: number | null | undefined }>(
  body: Body,
  before: Body,
  made: { version: number },
): Body {
  const isSame = typeof body.version === "number" && body.version === before.version;
  return isSame ? { ...body, version: made.version } : body;
}

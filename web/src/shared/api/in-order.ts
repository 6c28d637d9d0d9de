import { idempotencyKey } from "@/shared/api/client";
import { isFinal, isKeyInUse, isRefusal } from "@/shared/api/errors";

const IN_USE_MS = 1000;
const MAX_ATTEMPTS = 5;

interface Sent<Body> {
  body: Body;
  text: string;
  key: ReturnType<typeof idempotencyKey>;
}

/** Rebases a change on an earlier one whose response has only just arrived. */
type Rebase<Body, Answer> = (body: Body, before: Body, made: Answer) => Body;

/**
 * Sends changes of one resource in order, each under one idempotency key until it is answered. A change whose response
 * was lost may have been applied. It is sent again unchanged, and is then applied or answered as the first time. Only
 * after that is the next change sent, based on the version that this one created. So nobody gets a conflict with their
 * own changes.
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

  /** Finds out the outcome of a change whose response was lost. */
  const settleOpen = async (change: Sent<Body>) => {
    try {
      late.push([change.body, await attempt(change)]);
    } catch (error) {
      // A change that was refused for good was never applied; the next one is judged on its own.
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
    /** Whether a change was sent whose outcome is unknown. */
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

/** Waits while an identical earlier request is still being processed. */
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

/** Replaces the version with the one that the user's earlier change created, if both were based on the same version. */
export function rebaseVersion<Body extends { version?: number | null | undefined }>(
  body: Body,
  before: Body,
  made: { version: number },
): Body {
  const isSame = typeof body.version === "number" && body.version === before.version;
  return isSame ? { ...body, version: made.version } : body;
}

/** The same for things with revisions, and for new ones, which have no ID yet. */
export function rebaseRevision<Name extends string>(id: Name) {
  return <Body extends { revision?: number | null } & Partial<Record<Name, string | null>>>(
    body: Body,
    before: Body,
    made: { revision: number } & Record<Name, string>,
  ): Body =>
    body.revision === before.revision && body[id] === before[id]
      ? { ...body, [id]: made[id], revision: made.revision }
      : body;
}

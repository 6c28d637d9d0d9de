import { isMissing } from "@/shared/api/errors";

/**
 * Waits for a deletion. If another tab or member was faster, it is not an error: what should be deleted is gone. The
 * answer is undefined then.
 */
export async function deletionOf<Body>(call: Promise<Body>): Promise<Body | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

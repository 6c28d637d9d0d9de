import { plural, t } from "@lingui/core/macro";
import { messageOf } from "@/shared/api/errors";
import { formatCount } from "@/shared/format/numbers";

/** The most codes that one call can change. */
const MAX_AT_ONCE = 500;

/** A bulk change that failed partway: the first `done` codes are changed, the others are not. */
export class PartialFailure extends Error {
  constructor(
    readonly done: number,
    total: number,
    reason: unknown,
    /** The responses for the codes that were changed. */
    readonly answers: readonly unknown[],
  ) {
    const whole = plural(total, { one: "# code", other: "# codes" });
    super(t`${formatCount(done)} of ${whole} were changed. The others were not. ${messageOf(reason)}`, {
      cause: reason,
    });
    this.name = "StoppedHalfway";
  }
}

/** Changes codes in batches, each of them completely or not at all, and returns the responses. */
export async function inBatches<Answer>(
  codeIds: readonly string[],
  change: (batch: string[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < codeIds.length; start += MAX_AT_ONCE) {
    try {
      answers.push(await change(codeIds.slice(start, start + MAX_AT_ONCE)));
    } catch (reason) {
      throw start === 0 ? reason : new PartialFailure(start, codeIds.length, reason, answers);
    }
  }
  return answers;
}

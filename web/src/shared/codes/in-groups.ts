import { messageOf } from "@/shared/api/errors";

/** As many codes as one call changes. */
const MOST_AT_ONCE = 500;

/** A change of many codes that stopped on its way: the first `done` are changed, the others as they were. */
export class StoppedHalfway extends Error {
  constructor(
    readonly done: number,
    total: number,
    reason: unknown,
  ) {
    const [part, whole] = [done, total].map((number) => number.toLocaleString("en"));
    super(`${part} of ${whole} codes are done, the others are as they were. ${messageOf(reason)}`, { cause: reason });
    this.name = "StoppedHalfway";
  }
}

/** Changes codes in groups as large as one call takes; each group is changed as a whole or not at all. */
export async function inGroups(
  codeIds: readonly string[],
  change: (group: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < codeIds.length; start += MOST_AT_ONCE) {
    try {
      await change(codeIds.slice(start, start + MOST_AT_ONCE));
    } catch (reason) {
      throw start === 0 ? reason : new StoppedHalfway(start, codeIds.length, reason);
    }
  }
}

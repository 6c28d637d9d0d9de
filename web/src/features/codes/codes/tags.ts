import { t } from "@lingui/core/macro";

const LONGEST = 40;
export const MAX_TAGS = 20;

/** What was typed at once: several tags may stand there with commas between. */
export function splitTags(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** What is wrong with these tags; nothing if they can be saved. */
export function tagsProblem(tags: readonly string[]): string {
  if (tags.length > MAX_TAGS) {
    return t`At most ${MAX_TAGS} tags`;
  }
  return tags.some((tag) => tag.length > LONGEST) ? t`At most ${LONGEST} characters each` : "";
}

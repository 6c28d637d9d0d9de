import { t } from "@lingui/core/macro";

const LONGEST = 40;
export const MAX_TAGS = 20;

/** Splits the typed text into tags, which may be separated by commas. */
export function splitTags(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Returns what is wrong with these tags, or an empty string if they can be saved. */
export function tagsProblem(tags: readonly string[]): string {
  if (tags.length > MAX_TAGS) {
    return t`At most ${MAX_TAGS} tags`;
  }
  return tags.some((tag) => tag.length > LONGEST) ? t`At most ${LONGEST} characters each` : "";
}

import { t } from "@lingui/core/macro";

const SHAPE = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/;

/** Returns what is wrong with a slug, or undefined if it is valid. Only the server knows which slugs are taken. */
export function slugProblem(text: string): string | undefined {
  const slug = text.trim().toLowerCase();
  if (slug.length < 3 || slug.length > 64) {
    return t`3 to 64 characters`;
  }
  return SHAPE.test(slug)
    ? undefined
    : t`Use only letters a to z, digits, - and _. Start and end with a letter or digit`;
}

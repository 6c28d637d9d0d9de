import type { MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";

/** The texts of a list of choices in the language of the app. */
export function textsOf<Key extends string>(texts: Readonly<Record<Key, MessageDescriptor>>): Record<Key, string> {
  const entries = Object.entries<MessageDescriptor>(texts).map(([key, text]) => [key, t(text)] as const);
  return Object.fromEntries(entries) as Record<Key, string>;
}

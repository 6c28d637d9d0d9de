import { plural, t } from "@lingui/core/macro";
import { ApiError, messageOf } from "@/shared/api/errors";

/** How many codes carry a domain, in words. */
export function codesText(codes: number): string {
  if (codes === 0) {
    return t`No code uses it`;
  }
  return plural(codes, { one: "# code uses it", other: "# codes use it" });
}

/** How often an address was asked for, in words. */
export function requestsText({ people, bots }: { people: number; bots: number }): string {
  const byBots = plural(bots, { one: "# request by a bot", other: "# requests by bots" });
  if (people === 0) {
    return t`${byBots}, none by people`;
  }
  const byPeople = plural(people, { one: "# request by a person", other: "# requests by people" });
  return bots === 0 ? byPeople : t`${byPeople} and ${byBots}`;
}

/** What a field says of a refusal: the sentence about what stands in it, where there is one. */
export function fieldErrorText(error: unknown, field: string): string {
  const fieldError = error instanceof ApiError ? error.fields[field] : undefined;
  return fieldError === undefined ? messageOf(error) : t`It ${fieldError}`;
}

import { plural, t } from "@lingui/core/macro";
import { ApiError, messageOf } from "@/shared/api/errors";

/** Describes how many codes use a domain. */
export function codesText(codes: number): string {
  if (codes === 0) {
    return t`No code uses it`;
  }
  return plural(codes, { one: "# code uses it", other: "# codes use it" });
}

/** Describes how often an address was requested. */
export function requestsText({ people, bots }: { people: number; bots: number }): string {
  const byBots = plural(bots, { one: "# request by a bot", other: "# requests by bots" });
  if (people === 0) {
    return t`${byBots}, none by people`;
  }
  const byPeople = plural(people, { one: "# request by a person", other: "# requests by people" });
  return bots === 0 ? byPeople : t`${byPeople} and ${byBots}`;
}

/** Returns the text of a refusal for a field: the error of that field, if there is one. */
export function fieldErrorText(error: unknown, field: string): string {
  const fieldError = error instanceof ApiError ? error.fields[field] : undefined;
  return fieldError === undefined ? messageOf(error) : t`It ${fieldError}`;
}

import { ApiError, messageOf } from "@/shared/api/errors";

/** How many codes carry a domain, in words. */
export function codesText(codes: number): string {
  if (codes === 0) {
    return "No code uses it";
  }
  return codes === 1 ? "1 code uses it" : `${codes.toLocaleString("en")} codes use it`;
}

/** How often an address was asked for, in words. */
export function requestsText({ people, bots }: { people: number; bots: number }): string {
  const times = (count: number, one: string, many: string) =>
    count === 1 ? `1 request by ${one}` : `${count.toLocaleString("en")} requests by ${many}`;
  const byBots = times(bots, "a bot", "bots");
  if (people === 0) {
    return `${byBots}, none by people`;
  }
  return `${times(people, "a person", "people")}${bots === 0 ? "" : ` and ${byBots}`}`;
}

/** What a field says of a refusal: the sentence about what stands in it, where there is one. */
export function fieldErrorText(error: unknown, field: string): string {
  const fieldError = error instanceof ApiError ? error.fields[field] : undefined;
  return fieldError === undefined ? messageOf(error) : `It ${fieldError}`;
}

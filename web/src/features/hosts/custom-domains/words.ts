import { ApiError, messageOf } from "@/shared/api/errors";

/** How many codes carry a domain, in words. */
export function codesWords(codes: number): string {
  if (codes === 0) {
    return "No code carries it";
  }
  return codes === 1 ? "1 code carries it" : `${codes.toLocaleString("en")} codes carry it`;
}

/** How often an address was asked for, in words. */
export function askedWords({ people, bots }: { people: number; bots: number }): string {
  const times = (count: number, one: string, many: string) =>
    count === 1 ? `once by ${one}` : `${count.toLocaleString("en")} times by ${many}`;
  const byBots = times(bots, "a bot", "bots");
  if (people === 0) {
    return `Asked for ${byBots}, by no person`;
  }
  return `Asked for ${times(people, "a person", "people")}${bots === 0 ? "" : ` and ${byBots}`}`;
}

/** What a field says of a refusal: the sentence about what stands in it, where there is one. */
export function saidOf(error: unknown, field: string): string {
  const said = error instanceof ApiError ? error.fields[field] : undefined;
  return said === undefined ? messageOf(error) : `It ${said}`;
}

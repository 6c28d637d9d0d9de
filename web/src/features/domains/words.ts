import { ApiError, messageOf } from "@/shared/api/errors";

/** How many codes carry a domain, in words. */
export function codesWords(codes: number): string {
  if (codes === 0) {
    return "No code carries it";
  }
  return codes === 1 ? "1 code carries it" : `${codes.toLocaleString("en")} codes carry it`;
}

/** What a field says of a refusal: the sentence about what stands in it, where there is one. */
export function saidOf(error: unknown, field: string): string {
  const said = error instanceof ApiError ? error.fields[field] : undefined;
  return said === undefined ? messageOf(error) : `It ${said}`;
}

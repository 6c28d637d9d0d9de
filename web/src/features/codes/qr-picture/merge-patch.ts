import type { Design } from "@/features/codes/qr-picture/types";

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merged(value: Json, patch: Json): Json {
  const result: Json = { ...value };
  for (const [key, change] of Object.entries(patch)) {
    const old = result[key];
    result[key] = isObject(change) && isObject(old) ? merged(old, change) : change;
  }
  return result;
}

/** Applies the fix of a warning to a design (a JSON merge patch, in which null clears a field). */
export function patched(design: Design, patch: object): Design {
  return merged(design, patch as Json) as Design;
}

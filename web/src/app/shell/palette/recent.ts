import type { Entry } from "@/app/shell/palette/entries";

const MOST = 6;
const keyOf = (orgId: string) => `waypost.palette.${orgId}`;

/** Returns the entries that were last opened with the palette in this organisation, newest first. */
export function recentEntries(orgId: string): Entry[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(orgId)) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter(isEntry).map((entry) => ({ ...entry, group: "recent" as const })) : [];
  } catch {
    return []; // closed to this page, or not what was written
  }
}

/** Remembers an entry that leads to an address. Actions are not remembered. */
export function rememberEntry(orgId: string, entry: Entry): void {
  if (!("path" in entry.target)) {
    return;
  }
  const { id, label, hint, target } = entry;
  const others = recentEntries(orgId).filter((one) => one.id !== id);
  const next = [{ id, label, hint, target }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(keyOf(orgId), JSON.stringify(next));
  } catch {
    // The entry is not remembered, but a search still finds it.
  }
}

function isEntry(value: unknown): value is Entry {
  const { id, label, target } = (value ?? {}) as {
    id?: unknown;
    label?: unknown;
    target?: { path?: unknown };
  };
  const path = target?.path;
  return typeof id === "string" && typeof label === "string" && typeof path === "string" && path.startsWith("/admin");
}

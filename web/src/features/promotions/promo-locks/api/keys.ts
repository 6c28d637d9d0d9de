/** Cache keys of all data about one code's lock, so that a change invalidates them all. */
export const promoKeys = {
  all: (codeId: string) => ["promos", codeId] as const,
  lock: (codeId: string) => ["promos", codeId, "lock"] as const,
  codes: (codeId: string, body: unknown) => ["promos", codeId, "codes", body] as const,
  uses: (codeId: string, body: unknown) => ["promos", codeId, "uses", body] as const,
  alarms: (codeId: string, body: unknown) => ["promos", codeId, "alarms", body] as const,
  masterKey: (codeId: string) => ["promos", codeId, "master-key"] as const,
};

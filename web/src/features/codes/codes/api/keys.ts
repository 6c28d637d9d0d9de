/** Cache keys of all data about codes. The first part is common, so that a change invalidates them all. */
export const codeKeys = {
  all: ["codes"] as const,
  lists: ["codes", "list"] as const,
  detail: (codeId: string) => ["codes", "detail", codeId] as const,
  picture: (request: unknown) => ["codes", "picture", request] as const,
};

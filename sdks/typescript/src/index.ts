export { answerOf, createWaypost, type Options, type Waypost } from "./client.ts";
export * from "./errors.ts";
export { each } from "./pages.ts";
export type { Retries } from "./retrying.ts";
export type { components, operations, paths } from "./schema.ts";
export { type Event, SignatureRefused, verifyWebhook } from "./webhooks.ts";

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { INTEGRATIONS_KEY } from "@/shared/integrations/integrations";

export type Delivery = components["schemas"]["DeliveryRead"];
type Control = components["schemas"]["ControlIntegration"];
type Update = components["schemas"]["UpdateIntegration"];
type ManageSheet = components["schemas"]["ManageGoogleSheet"];
type PreviewEvent = components["schemas"]["PreviewEvent"];
type TryAgain = components["schemas"]["TryAgain"];

export type Points = components["schemas"]["YotpoPoints"];

export type Incoming = components["schemas"]["IncomingRead"];
type ControlBackfill = components["schemas"]["ControlBackfill"];

export const PAGE_SIZE = 10;
const ON_ITS_WAY: readonly string[] = ["waiting", "sending"];
/** Milliseconds between fetches while an event is on its way. */
const REFETCH_MS = 2_000;

/** Fetches a page of the events for a connection. The current page stays visible until the next one arrives. */
export function deliveriesQuery(connectionId: string, page: number, onlyFailed: boolean) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "deliveries", { page, onlyFailed }],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-integration-deliveries", {
          body: {
            connection_id: connectionId,
            page,
            pageSize: PAGE_SIZE,
            state: onlyFailed ? ["set_aside", "refused"] : [],
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => ON_ITS_WAY.includes(one.state)) ? REFETCH_MS : false,
  });
}

/** Fetches a page of the requests that were sent to the vendor. */
export function requestsQuery(connectionId: string, page: number) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "requests", page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-integration-requests", {
          body: { connection_id: connectionId, page, pageSize: PAGE_SIZE },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a page of the webhooks that the vendor sent. */
export function incomingQuery(connectionId: string, page: number) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "incoming", page],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-incoming-webhooks", {
          body: { connection_id: connectionId, page, pageSize: PAGE_SIZE },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the progress of the newest backfill, repeatedly while it runs. */
export function backfillQuery(connectionId: string) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "backfill"],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-integration-backfill", { body: { connection_id: connectionId }, signal })),
    refetchInterval: ({ state }) => (state.data?.backfill?.state === "running" ? 2000 : false),
  });
}

/** Applies one webhook again, or all that failed. */
export function useReplay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { connection_id: string; incoming_id?: string }) =>
      answerOf(api.POST("/v1/replay-incoming-webhooks", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Starts a backfill. */
export function useStartBackfill() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (connectionId: string) =>
      answerOf(
        api.POST("/v1/start-integration-backfill", {
          body: { connection_id: connectionId },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: refresh,
  });
}

/** Pauses, resumes or cancels a backfill. */
export function useControlBackfill() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ControlBackfill) => answerOf(api.POST("/v1/control-integration-backfill", { body })),
    onSettled: refresh,
  });
}

/** Fetches a preview of what the vendor receives. */
export function previewQuery(
  connectionId: string,
  event_kind: PreviewEvent["event_kind"],
  settings: Record<string, unknown>,
) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "preview", event_kind, settings],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/preview-integration-event", {
          body: { connection_id: connectionId, event_kind, settings },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: INTEGRATIONS_KEY });
}

/**
 * Connects, tests, pauses, resumes or removes. The history is fetched again too, because a failed test appears in it.
 */
export function useControl() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Control) =>
      answerOf(api.POST("/v1/integration-controller", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Creates the connection from the query with which the browser returned from the vendor. */
export function useFinishConnection() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (query: Record<string, string>) => answerOf(api.POST("/v1/finish-integration", { body: { query } })),
    onSuccess: refresh,
  });
}

/** Changes which events are sent, and how. */
export function useUpdateConnection() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Update) => answerOf(api.POST("/v1/update-integration", { body })),
    onSuccess: refresh,
  });
}

/** Creates a new signing secret. */
export function useRotateSecret() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (connectionId: string) =>
      answerOf(
        api.POST("/v1/rotate-integration-secret", { body: { connection_id: connectionId }, headers: idempotencyKey() }),
      ),
    onSuccess: refresh,
  });
}

/** Sends one event again, or all that failed. */
export function useTryAgain() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TryAgain) =>
      answerOf(api.POST("/v1/retry-integration-deliveries", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Looks up how many points a person has. */
export function usePoints() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (email: string) => answerOf(api.POST("/v1/get-yotpo-points", { body: { email } })),
    onSettled: refresh,
  });
}

export type SquareAnswer = components["schemas"]["SquareAnswer"];
export type SquareList = "customers" | "orders" | "catalog";

/** Fetches the data of the connected Square account, page by page. */
export const squareQuery = (operation: SquareList) =>
  infiniteQueryOptions({
    queryKey: [...INTEGRATIONS_KEY, "square", operation],
    queryFn: ({ pageParam, signal }) =>
      answerOf(api.POST("/v1/square-operations", { body: { operation, cursor: pageParam }, signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });

/** Looks up a loyalty account at Square, or adds points to it once per idempotency key. */
export function useSquareLoyalty() {
  return useMutation({
    mutationFn: (asked: { phone: string; points?: number; key?: string }) =>
      answerOf(
        api.POST("/v1/square-operations", {
          body:
            asked.points === undefined
              ? { operation: "loyalty", phone: asked.phone }
              : {
                  operation: "add_points",
                  phone: asked.phone,
                  points: asked.points,
                  idempotency_key: asked.key ?? crypto.randomUUID(),
                },
        }),
      ),
  });
}

/** The spreadsheets that can be chosen, and the chosen one. */
export const sheetsQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, "sheets"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/google-sheet", { body: { action: "list" }, signal })),
});

/** Chooses or creates the spreadsheet to which submissions are appended. */
export function useSheet() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ManageSheet) => answerOf(api.POST("/v1/google-sheet", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

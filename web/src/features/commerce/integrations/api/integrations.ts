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

/** A page of the events for a connection; a page that is shown stays until the next one is there. */
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
  });
}

/** A page of the requests that were made to the vendor. */
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

/** A page of what the vendor sent by webhooks. */
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

/** How far the newest backfill is; asked again while it goes on. */
export function backfillQuery(connectionId: string) {
  return queryOptions({
    queryKey: [...INTEGRATIONS_KEY, connectionId, "backfill"],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-integration-backfill", { body: { connection_id: connectionId }, signal })),
    refetchInterval: ({ state }) => (state.data?.backfill?.state === "running" ? 2000 : false),
  });
}

/** Applies a webhook again, or all that failed. */
export function useReplay() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { connection_id: string; incoming_id?: string }) =>
      answerOf(api.POST("/v1/replay-incoming-webhooks", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Begins to read the past. */
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

/** What the vendor gets. */
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

/** Connects, tests, pauses, resumes or removes. What a failed test leaves in the history is read again too. */
export function useControl() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Control) =>
      answerOf(api.POST("/v1/integration-controller", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Makes the connection of what the browser brought back from the vendor. */
export function useFinishConnection() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (query: Record<string, string>) => answerOf(api.POST("/v1/finish-integration", { body: { query } })),
    onSuccess: refresh,
  });
}

/** Changes what is sent, and how. */
export function useUpdateConnection() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Update) => answerOf(api.POST("/v1/update-integration", { body })),
    onSuccess: refresh,
  });
}

/** Makes a new signing secret. */
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

/** Sends an event again, or all that failed. */
export function useTryAgain() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: TryAgain) =>
      answerOf(api.POST("/v1/retry-integration-deliveries", { body, headers: idempotencyKey() })),
    onSuccess: refresh,
  });
}

/** Looks up how many points somebody has. */
export function usePoints() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (email: string) => answerOf(api.POST("/v1/get-yotpo-points", { body: { email } })),
    onSettled: refresh,
  });
}

export type SquareAnswer = components["schemas"]["SquareAnswer"];
export type SquareList = "customers" | "orders" | "catalog";

/** What the connected Square account has, page by page. */
export const squareQuery = (operation: SquareList) =>
  infiniteQueryOptions({
    queryKey: [...INTEGRATIONS_KEY, "square", operation],
    queryFn: ({ pageParam, signal }) =>
      answerOf(api.POST("/v1/square-operations", { body: { operation, cursor: pageParam }, signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });

/** Looks up a loyalty account at Square, or gives points to it once for each key. */
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

/** Spreadsheets that can be chosen, and the one that is. */
export const sheetsQuery = queryOptions({
  queryKey: [...INTEGRATIONS_KEY, "sheets"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/google-sheet", { body: { action: "list" }, signal })),
});

/** Chooses the spreadsheet to which submissions are appended, or makes it. */
export function useSheet() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: ManageSheet) => answerOf(api.POST("/v1/google-sheet", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Order = components["schemas"]["OrderRead"];
export type OrderStatus = NonNullable<components["schemas"]["ListOrders"]["status"]>;
type RecordOrder = components["schemas"]["RecordOrder"];

/** The filter of the list of orders. */
export interface OrderChoice {
  filter: string;
  status: OrderStatus | null;
  /** The first and the last day, such as 2026-11-28. */
  from: string | null;
  to: string | null;
  page: number;
  pageSize: number;
}

const key = ["orders"] as const;

/** Fetches a page of orders, newest first. */
export function ordersQuery({ filter, status, from, to, page, pageSize }: OrderChoice) {
  const body = { filter: filter || null, status, first_day: from, last_day: to, page, pageSize };
  return queryOptions({
    queryKey: [...key, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-orders", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

/** Fetches a page of a customer's orders. */
export function ordersOfQuery(customerId: string, page: number) {
  const body = { customer_id: customerId, page, pageSize: 5 };
  return queryOptions({
    queryKey: [...key, "of", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-orders", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      // An order's points and stamps are in the ledger of its customer.
      [key, ["rewards"]].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
}

/** Records an order by hand. */
export function useRecordOrder() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Partial<RecordOrder>) =>
      answerOf(api.POST("/v1/record-order", { body: body as RecordOrder, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Refunds an order, in full or in part. */
export function useRefundOrder() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: components["schemas"]["RefundOrder"]) =>
      answerOf(api.POST("/v1/refund-order", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

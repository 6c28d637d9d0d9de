import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

const HOME = ["overview"] as const;
const LIVE_MS = 60_000;
const RECENT = 5;

/** Today's numbers, compared with yesterday's up to the same hour. */
export const todayQuery = queryOptions({
  queryKey: [...HOME, "today"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-analytics", { body: { interval: "1day" }, signal })),
  refetchInterval: LIVE_MS,
});

/** The numbers of all time. */
export const everQuery = queryOptions({
  queryKey: [...HOME, "ever"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-analytics", { body: { interval: "all" }, signal })),
});

/** Codes whose destinations did not respond last night. */
export const brokenQuery = queryOptions({
  queryKey: [...HOME, "broken"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-code-health", { body: { page: 1, pageSize: 1 }, signal })),
});

/** The walls, with the number of pending photos of each. */
export const wallsQuery = queryOptions({
  queryKey: [...HOME, "walls"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/selfiewall/get-selfiewalls", { body: { page: 1, pageSize: 100 }, signal })),
});

/** The number of unread answers to forms. */
export const unreadAnswersQuery = queryOptions({
  queryKey: [...HOME, "answers"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/get-submit-data", { body: { unread: true, page: 1, pageSize: 1 }, signal })),
});

/** How many promo codes and one-time codes each code has left, and how many were used in the last 30 days. */
export const stockQuery = queryOptions({
  queryKey: [...HOME, "stock"],
  queryFn: ({ signal }) =>
    answerOf(
      api.POST("/v1/get-report", { body: { report: "code_stock", group_by: "code", interval: "30day" }, signal }),
    ),
});

/** How many messages of each campaign were sent and failed in the last seven days. */
export const messagesQuery = queryOptions({
  queryKey: [...HOME, "messages"],
  queryFn: ({ signal }) =>
    answerOf(
      api.POST("/v1/get-report", { body: { report: "messages", group_by: "campaign", interval: "7day" }, signal }),
    ),
});

/** Members and invitations, with the delivery status of the invitation emails. */
export const peopleQuery = queryOptions({
  queryKey: [...HOME, "people"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/fetch-all-users", { body: { page: 1, pageSize: 100 }, signal })),
});

/** The certificates that sign passes, and when they expire. */
export const certificatesQuery = queryOptions({
  queryKey: [...HOME, "certificates"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-pass-certificates", { body: {}, signal })),
});

/** The service account whose key signs Google Wallet passes, and when that key expires. */
export const googleKeyQuery = queryOptions({
  queryKey: [...HOME, "google-key"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-google-wallet-account", { body: {}, signal })),
});

/** The newest codes. */
export const recentCodesQuery = queryOptions({
  queryKey: [...HOME, "codes"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/get-all-qr-codes", { body: { page: 1, pageSize: RECENT, sort: "-created_at" }, signal })),
});

/** The pages that changed last. */
export const pagesQuery = queryOptions({
  queryKey: [...HOME, "pages"],
  queryFn: ({ signal }) =>
    answerOf(api.POST("/v1/get-all-pages", { body: { page: 1, pageSize: 100, sort: "-updated_at" }, signal })),
});

/** Whether the plan is paid, and its usage, without scans, which only the warehouse counts. */
export const planQuery = queryOptions({
  queryKey: [...HOME, "plan"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/get-plan-usage", { body: { with_days: false }, signal })),
});

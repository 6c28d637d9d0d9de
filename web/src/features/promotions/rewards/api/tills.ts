import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey, setTillToken } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type TillStaff = components["schemas"]["TillStaffRead"];
export type TillAction = components["schemas"]["TillActionRead"];
export type TillDevice = components["schemas"]["TillRead"];

const SECRET = "wp_till";
const key = ["tills"] as const;

/** The secret of this device, if it is a till. */
export function deviceSecret(): string | null {
  return localStorage.getItem(SECRET);
}

/** Forgets this device’s secret, so that it is no longer a till. */
export function forgetDevice(): void {
  localStorage.removeItem(SECRET);
}

/** Devices that are enrolled. */
export const tillsQuery = queryOptions({
  queryKey: [...key, "devices"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-tills", { body: {}, signal })),
});

/** People who work at tills. */
export const staffQuery = queryOptions({
  queryKey: [...key, "staff"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-till-staff", { body: {}, signal })),
});

export const LOG_SIZE = 20;

/** A page of what was done at tills, newest first. */
export function actionsQuery(page: number) {
  return queryOptions({
    queryKey: [...key, "actions", page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-till-actions", { body: { page, pageSize: LOG_SIZE }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Who works at this device. */
export function openTillQuery(secret: string) {
  return queryOptions({
    queryKey: [...key, "open", secret],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/open-till", { body: { secret }, signal })),
    retry: false,
    // Asked for whenever a PIN is: the device may have been revoked since.
    staleTime: 0,
    gcTime: 0,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: key });
}

/** Makes this device a till; its secret stays in this browser. */
export function useEnrolTill() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (name: string) => {
      const till = await answerOf(api.POST("/v1/enrol-till", { body: { name }, headers: idempotencyKey() }));
      localStorage.setItem(SECRET, till.secret);
      return till;
    },
    onSettled: refresh,
  });
}

/** Revokes a device. */
export function useRevokeTill() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (till_id: string) =>
      answerOf(api.POST("/v1/revoke-till", { body: { till_id }, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Adds or changes somebody. */
export function useSaveStaff() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: components["schemas"]["SaveTillStaff"]) =>
      answerOf(api.POST("/v1/save-till-staff", { body, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Removes somebody. */
export function useDeleteStaff() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (staff_id: string) =>
      answerOf(api.POST("/v1/delete-till-staff", { body: { staff_id }, headers: idempotencyKey() })),
    onSettled: refresh,
  });
}

/** Begins a session by a PIN. Its token is kept in memory only: after a reload the PIN is asked for. */
export function useUnlockTill() {
  return useMutation({
    mutationFn: async (body: { secret: string; staff_id: string; pin: string }) => {
      const session = await answerOf(api.POST("/v1/unlock-till", { body }));
      setTillToken(session.token);
      return session;
    },
  });
}

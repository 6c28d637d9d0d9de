import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey, setTillToken } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import type { components } from "@/shared/api/schema";

export type TillStaff = components["schemas"]["TillStaffRead"];
export type TillAction = components["schemas"]["TillActionRead"];
export type TillDevice = components["schemas"]["TillRead"];

const SECRET = "wp_till";
const key = ["tills"] as const;

/** Returns the secret of this device, or null if it is not a till. */
export function deviceSecret(): string | null {
  return localStorage.getItem(SECRET);
}

/** Removes this device’s secret, so that it is no longer a till. */
export function forgetDevice(): void {
  localStorage.removeItem(SECRET);
}

/** Devices that are enrolled. */
export const tillsQuery = queryOptions({
  queryKey: [...key, "devices"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-tills", { body: {}, signal })),
});

/** Staff members who work at tills. */
export const staffQuery = queryOptions({
  queryKey: [...key, "staff"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-till-staff", { body: {}, signal })),
});

export const LOG_SIZE = 20;

/** Fetches a page of actions at tills, newest first. */
export function actionsQuery(page: number) {
  return queryOptions({
    queryKey: [...key, "actions", page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-till-actions", { body: { page, pageSize: LOG_SIZE }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the till and the staff members who can work at this device. */
export function openTillQuery(secret: string) {
  return queryOptions({
    queryKey: [...key, "open", secret],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/open-till", { body: { secret }, signal })),
    retry: false,
    // Fetched whenever a PIN is required, because the device may have been revoked in the meantime.
    staleTime: 0,
    gcTime: 0,
  });
}

function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: key });
}

/** Enrols this device as a till. Its secret stays in this browser. */
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
      deletionOf(answerOf(api.POST("/v1/revoke-till", { body: { till_id }, headers: idempotencyKey() }))),
    onSettled: refresh,
  });
}

/** Adds or changes a staff member. */
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
      deletionOf(answerOf(api.POST("/v1/delete-till-staff", { body: { staff_id }, headers: idempotencyKey() }))),
    onSettled: refresh,
  });
}

/** Starts a session with a PIN. Its token is kept only in memory, so a reload requires the PIN again. */
export function useUnlockTill() {
  return useMutation({
    mutationFn: async (body: { secret: string; staff_id: string; pin: string }) => {
      const session = await answerOf(api.POST("/v1/unlock-till", { body }));
      setTillToken(session.token);
      return session;
    },
  });
}

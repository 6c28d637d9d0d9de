import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type PassUpdate = components["schemas"]["PassUpdateRead"];
export type Preview = components["schemas"]["PassUpdatePreview"];
export type UpdateAction = components["schemas"]["ChangePassUpdate"]["action"];

/** A message, or the new value of a field, as typed. */
export interface Draft {
  kind: "message" | "field";
  text: string;
  fieldKey: string;
  changeMessage: string;
  /** For a message: whether it goes to passes. */
  toPasses: boolean;
  toBrowsers: boolean;
  /** The address that a tap opens in a browser. */
  url: string;
  segmentId: string | null;
  /** A single pass, instead of a segment. */
  passId: string | null;
  /** ISO 8601, or null to send now. */
  sendAt: string | null;
}

export const UPDATES = ["pass-updates"] as const;
export const RUNNING_MS = 2_000;

export const PAGE_SIZE = 10;

/** A page of messages and changes, newest first; refetched while one is running. */
export function updatesQuery(page: number) {
  return queryOptions({
    queryKey: [...UPDATES, "list", page],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/list-pass-updates", { body: { page, pageSize: PAGE_SIZE }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === "running" || one.state === "scheduled") ? RUNNING_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** The number of passes and phones that a draft would reach now. */
export function previewQuery(draft: Draft) {
  const body = {
    segment_id: draft.segmentId,
    pass_id: draft.passId,
    field_key: draft.kind === "field" && draft.fieldKey !== "" ? draft.fieldKey : null,
    value: draft.text === "" ? null : draft.text,
  };
  return queryOptions({
    queryKey: [...UPDATES, "preview", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/preview-pass-update", { body, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Starts a draft and describes the result. */
export function useStartUpdate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const whom = {
        ...(draft.passId === null ? { segment_id: draft.segmentId } : { pass_id: draft.passId }),
        send_at: draft.sendAt,
      };
      const headers = idempotencyKey();
      if (draft.kind === "message") {
        const channels: ("passes" | "browsers")[] = [
          ...(draft.toPasses ? (["passes"] as const) : []),
          ...(draft.toBrowsers && draft.passId === null ? (["browsers"] as const) : []),
        ];
        const url = !channels.includes("browsers") || draft.url.trim() === "" ? null : draft.url.trim();
        const body = { ...whom, message: draft.text, channels, url };
        return (await answerOf(api.POST("/v1/send-push", { body, headers }))).text;
      }
      const body = {
        ...whom,
        field_key: draft.fieldKey,
        value: draft.text,
        change_message: draft.changeMessage === "" ? null : draft.changeMessage,
      };
      await answerOf(api.POST("/v1/start-pass-update", { body, headers }));
      return null;
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: UPDATES }),
  });
}

/** Pauses, resumes or cancels an update. */
export function useChangeUpdate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ update_id, action }: { update_id: string; action: UpdateAction }) =>
      answerOf(api.POST("/v1/change-pass-update", { body: { update_id, action } })),
    onSettled: () => cache.invalidateQueries({ queryKey: UPDATES }),
  });
}

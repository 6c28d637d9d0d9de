import { useMutation } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type EventsFormat = components["schemas"]["TakeAlong"]["events"];

/** Begins to pack everything that the organisation may take along; the job that does it. */
export function useDataExport() {
  return useMutation({
    mutationFn: (events: EventsFormat) =>
      answerOf(api.POST("/v1/portable-export", { body: { events }, headers: idempotencyKey() })),
  });
}

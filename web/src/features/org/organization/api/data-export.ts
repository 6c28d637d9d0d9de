import { useMutation } from "@tanstack/react-query";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type EventsFormat = components["schemas"]["StartPortableExport"]["events"];

/** Starts to pack the data export of the organisation, and returns the job. */
export function useDataExport() {
  return useMutation({
    mutationFn: (events: EventsFormat) =>
      answerOf(api.POST("/v1/portable-export", { body: { events }, headers: idempotencyKey() })),
  });
}

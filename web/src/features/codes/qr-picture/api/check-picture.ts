import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

interface WhatToCheck {
  codeId: string;
  /** Millimetres in print. */
  width?: number;
  /** Metres from which it is read. */
  distance?: number;
  /** Across a PNG; the code's own otherwise. */
  pixels?: number | null;
  version?: number;
}

/** Whether a code's picture, as it is delivered, can be read and holds in print. */
export function checkQuery({ codeId, width, distance, pixels, version }: WhatToCheck) {
  const body = {
    code_id: codeId,
    width_mm: width ?? null,
    distance_m: distance ?? null,
    size: pixels ?? null,
  };
  return queryOptions({
    queryKey: ["picture", "check", body, version ?? null],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/check-picture", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

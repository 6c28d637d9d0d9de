import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

interface WhatToCheck {
  codeId: string;
  /** Width in print, in millimetres. */
  width?: number;
  /** Reading distance in metres. */
  distance?: number;
  /** Width of a PNG. By default, that of the code. */
  pixels?: number | null;
  version?: number;
}

/** Fetches whether a code's picture, as it is delivered, can be scanned and is suitable for print. */
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

import { useMutation } from "@tanstack/react-query";
import type { SimulateVisit } from "@/features/codes/rules/types";
import { answerOf, api } from "@/shared/api/client";

/** Simulates a visit. Nothing is recorded or used up. */
export function useSimulateVisit() {
  return useMutation({
    mutationFn: (body: SimulateVisit) => answerOf(api.POST("/v1/simulate-visit", { body })),
  });
}

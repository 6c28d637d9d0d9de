import { useQueries } from "@tanstack/react-query";
import { EVIDENCE, WITNESSES } from "@/features/insights/analytics/report-groups";
import { answerOf, api } from "@/shared/api/client";

const MINUTES = 60_000;

/**
 * Returns a function that checks whether the organisation has, or ever had, the subject of a report. If that is
 * unknown, it returns true.
 */
export function useEvidence(): (report: string) => boolean {
  const answers = useQueries({
    queries: WITNESSES.map((report) => ({
      queryKey: ["analytics", "evidence", report],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answerOf(api.POST("/v1/get-report", { body: { report, interval: "all", limit: 1 }, signal })),
      staleTime: 10 * MINUTES,
      retry: false,
    })),
  });
  return (report) => {
    const witness = EVIDENCE[report];
    const answer = witness === undefined ? undefined : answers[WITNESSES.indexOf(witness)];
    return answer === undefined || answer.isError || (answer.data?.total ?? 0) > 0;
  };
}

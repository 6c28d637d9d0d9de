import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Job = components["schemas"]["JobRead"];

const ASK_AGAIN_MS = 700;

/** Whether nothing more will happen to it. */
export function isOver(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

/** A job, asked for again until it is over. */
function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-job", { body: { job_id: jobId }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : ASK_AGAIN_MS),
    staleTime: 0,
  });
}

/** How far a job is; null asks for nothing. */
export function useJob(jobId: string | null) {
  return useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== null });
}

import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { isFinal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";

export type Job = components["schemas"]["JobRead"];

const ASK_AGAIN_MS = 700;
const ASK_LATER_MS = 5000;

/** Whether nothing more will happen to it. */
export function isOver(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

/** When to ask again: not where the answer stays the same, and less often where something is wrong. */
function askAgain(data: Job | undefined, error: unknown): number | false {
  if (isFinal(error) || (data !== undefined && isOver(data))) {
    return false;
  }
  return error === null ? ASK_AGAIN_MS : ASK_LATER_MS;
}

/** A job, polled until it ends or the user may not see it. */
function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-job", { body: { job_id: jobId }, signal })),
    refetchInterval: ({ state }) => askAgain(state.data, state.error),
    staleTime: 0,
  });
}

/** How far a job is; null asks for nothing. */
export function useJob(jobId: string | null) {
  return useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== null });
}

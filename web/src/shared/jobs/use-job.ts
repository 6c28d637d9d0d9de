import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { isFinal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";

export type Job = components["schemas"]["JobRead"];

const ASK_AGAIN_MS = 700;
const ASK_LATER_MS = 5000;

/** Whether a job has reached its final state. */
export function isOver(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

/**
 * The delay before the next poll in milliseconds: false when the response cannot change any more, longer after an
 * error.
 */
function askAgain(data: Job | undefined, error: unknown): number | false {
  if (isFinal(error) || (data !== undefined && isOver(data))) {
    return false;
  }
  return error === null ? ASK_AGAIN_MS : ASK_LATER_MS;
}

/** A job, polled until it ends or the user may no longer see it. */
function jobQuery(jobId: string) {
  return queryOptions({
    queryKey: ["jobs", jobId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-job", { body: { job_id: jobId }, signal })),
    refetchInterval: ({ state }) => askAgain(state.data, state.error),
    staleTime: 0,
  });
}

/** The progress of a job; null sends no request. */
export function useJob(jobId: string | null) {
  return useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== null });
}

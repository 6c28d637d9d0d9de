import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { useToasts } from "@/shared/components/toasts";

interface StopJobProps {
  jobId: string;
  /** Refetches the state of the job. */
  onStopped: () => Promise<unknown>;
}

/** Stops a running job; the work done until then stays. */
export function StopJob({ jobId, onStopped }: StopJobProps) {
  const toasts = useToasts();
  const stopping = useMutation({
    mutationFn: () => answerOf(api.POST("/v1/cancel-job", { body: { job_id: jobId } })),
    onSuccess: onStopped,
    onError: toasts.error,
  });
  return (
    <Button size="small" color="inherit" loading={stopping.isPending} onClick={() => stopping.mutate()}>
      <Trans>Stop</Trans>
    </Button>
  );
}

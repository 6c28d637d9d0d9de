import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useCallback, useState } from "react";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { type OneTimeState, oneTimeQuery, useCreateOneTime } from "@/features/codes/codes/api/one-time";
import { OneTimeBatches } from "@/features/codes/codes/components/one-time-batches";
import { OneTimeCounts, OneTimeList } from "@/features/codes/codes/components/one-time-list";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { JobProgress } from "@/shared/jobs/job-progress";
import type { Job } from "@/shared/jobs/use-job";

const MAX = 100_000;
const PAGE_SIZE = 10;

/** One-time codes of a code: create a batch, see the state of each code, hand them out, withdraw them. */
export function OneTimePanel({ code, zone, mayEdit }: { code: Code; zone: string | undefined; mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<OneTimeState | null>(null);
  const list = useQuery(oneTimeQuery({ id: code.code_id, page, pageSize: PAGE_SIZE, state }));
  const all = Object.values(list.data?.counts ?? {}).reduce((sum, one) => sum + one, 0);
  const isEmpty = all === 0 && list.data?.batches.length === 0;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }} component="section" aria-labelledby="one-time-heading">
      <Typography variant="h5" component="h2" id="one-time-heading" sx={{ mb: 0.5 }}>
        <Trans>One-time codes</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        <Trans>Codes with the same destination, each valid for a single use. Viewing one doesn’t use it up.</Trans>
      </Typography>
      <Stack spacing={2.5}>
        {/* The form's height while its place is taken by progress: the batches below stay where they are. */}
        {mayEdit ? (
          <Box sx={{ minHeight: code.deleted_at === null ? { xs: 144, sm: 40 } : undefined }}>
            <MakeBatch code={code} />
          </Box>
        ) : null}
        {list.isPending ? <Skeleton variant="rounded" height={120} /> : null}
        {list.isError ? <ErrorState compact error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.data && isEmpty ? (
          <Typography variant="body2" color="textSecondary">
            <Trans>No one-time codes yet.</Trans>
          </Typography>
        ) : null}
        {list.data && !isEmpty ? (
          <>
            <OneTimeCounts
              counts={list.data.counts}
              selectedState={state}
              onChoose={(next) => {
                setState(next);
                setPage(1);
              }}
            />
            <OneTimeBatches batches={list.data.batches} zone={zone} mayEdit={mayEdit} />
            <OneTimeList
              list={list.data}
              zone={zone}
              mayEdit={mayEdit}
              page={page}
              pageSize={PAGE_SIZE}
              onPage={setPage}
            />
          </>
        ) : null}
      </Stack>
    </Card>
  );
}

function MakeBatch({ code }: { code: Code }) {
  const [amount, setAmount] = useState("100");
  const [name, setName] = useState("");
  const [jobId, setJobId] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const creation = useCreateOneTime();
  const cache = useQueryClient();
  const toasts = useToasts();
  const amountNumber = Number(amount);
  const isAmount = Number.isInteger(amountNumber) && amountNumber >= 1 && amountNumber <= MAX;
  const over = useCallback(
    (job: Job) => {
      void cache.invalidateQueries({ queryKey: [...codeKeys.all, "one-time"] });
      if (job.state === "done") {
        setJobId(null);
        setName("");
        toasts.success(plural(job.done, { one: "# one-time code is ready", other: "# one-time codes are ready" }));
      } else {
        setJobId(null);
        setProblem(job.error ?? t`Cancelled.`);
      }
    },
    [cache, toasts],
  );
  const make = (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem("");
    handleResult(
      creation.mutateAsync({
        base_code_id: code.code_id,
        amount: amountNumber,
        ...(name.trim() === "" ? {} : { name: name.trim() }),
      }),
      {
        onSuccess: (started) => setJobId(started.job_id),
        onError: toasts.error,
      },
    );
  };
  if (jobId !== null) {
    return <JobProgress jobId={jobId} label={t`One-time codes created`} onOver={over} />;
  }
  if (code.deleted_at !== null) {
    return (
      <Alert severity="info">
        <Trans>Restore this code to create more.</Trans>
      </Alert>
    );
  }
  return (
    <>
      {problem === "" ? null : (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {problem}
        </Alert>
      )}
      <Stack
        component="form"
        noValidate
        onSubmit={make}
        direction={{ xs: "column", sm: "row" }}
        spacing={1.5}
        sx={{ alignItems: { sm: "flex-start" } }}
      >
        <TextField
          size="small"
          type="number"
          label={t`How many`}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={!isAmount}
          helperText={isAmount ? undefined : t`A whole number from 1 to 100,000`}
          slotProps={{ htmlInput: { min: 1, max: MAX, step: 1, inputMode: "numeric" } }}
          sx={{ width: { sm: 200 } }}
        />
        <TextField
          size="small"
          label={t`Batch name`}
          placeholder={code.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 120 }, inputLabel: { shrink: true } }}
          sx={{ flex: { sm: 1 }, maxWidth: { sm: 320 } }}
        />
        <Button type="submit" variant="contained" disabled={!isAmount || creation.isPending} sx={{ minHeight: 40 }}>
          <Trans>Create batch</Trans>
        </Button>
      </Stack>
    </>
  );
}

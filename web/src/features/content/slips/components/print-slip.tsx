import { msg, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type SyntheticEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { usePrintSlip } from "@/features/content/slips/api/slips";
import { ChoiceField, problemOfNumber } from "@/features/content/slips/components/fields";
import { SlipPreview } from "@/features/content/slips/components/slip-preview";
import type { PrintSlip as Wanted, Slip, SlipPrinted } from "@/features/content/slips/types";
import { messageOf } from "@/shared/api/errors";
import { paths } from "@/shared/config/paths";
import { StopJob } from "@/shared/jobs/stop-job";
import { useJob } from "@/shared/jobs/use-job";
import { useSearchChange } from "@/shared/url/use-search-change";

type Paper = NonNullable<Wanted["paper"]>;

const MAX_COPIES = 2000;
const WIDEST_MM = 40;

const NUMBER_INPUTS = {
  copies: { label: msg`Copies`, min: 1, max: MAX_COPIES, isWhole: true },
  margin: { label: msg`Margin (mm)`, min: 0, max: WIDEST_MM, isWhole: false },
  gap: { label: msg`Spacing (mm)`, min: 0, max: WIDEST_MM, isWhole: false },
} as const;

type NumberInput = keyof typeof NUMBER_INPUTS;

/** Asks for the number of copies and the paper, and provides the file. */
export function PrintSlip({ slip }: { slip: Slip }) {
  const print = usePrintSlip();
  // In the address, so that a reload or Back does not lose a file with one-time codes.
  const [search, change] = useSearchChange();
  const jobId = search.get("job");
  const isNarrow = useMediaQuery("(max-width: 379.95px)");
  // Stored as typed, so that an incomplete number is visible and rejected instead of being replaced by the previous
  // one.
  const [typed, setTyped] = useState<Record<NumberInput, string>>({ copies: "8", margin: "10", gap: "4" });
  const [paper, setPaper] = useState<Paper>("A4");
  const [marks, setMarks] = useState(true);
  const [oneTime, setOneTime] = useState(slip.one_time);
  const inputs = useRef<Partial<Record<NumberInput, HTMLInputElement | null>>>({});
  const names: NumberInput[] = paper === "slip" ? ["copies"] : ["copies", "margin", "gap"];
  const problemOf = (name: NumberInput) => {
    const { min, max, isWhole } = NUMBER_INPUTS[name];
    return problemOfNumber(typed[name], min, max, isWhole);
  };
  const numberOf = (name: NumberInput, otherwise: number) => (names.includes(name) ? Number(typed[name]) : otherwise);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = names.find((name) => problemOf(name) !== undefined);
    if (wrong !== undefined) {
      inputs.current[wrong]?.focus();
      return;
    }
    if (print.isPending) {
      return;
    }
    print.mutate(
      {
        slip_id: slip.slip_id,
        copies: numberOf("copies", 1),
        paper,
        cut_marks: marks,
        one_time: oneTime,
        margin_mm: numberOf("margin", 0),
        gap_mm: numberOf("gap", 0),
      },
      { onSuccess: (printed) => change({ job: printed.job_id ?? null }) },
    );
  };
  const field = (name: NumberInput) => {
    const { label, min, max, isWhole } = NUMBER_INPUTS[name];
    const problem = problemOf(name);
    return (
      <TextField
        type="number"
        label={t(label)}
        value={typed[name]}
        error={problem !== undefined}
        helperText={problem}
        onChange={(event) => setTyped((now) => ({ ...now, [name]: event.target.value }))}
        inputRef={(input: HTMLInputElement | null) => {
          inputs.current[name] = input;
        }}
        slotProps={{ htmlInput: { min, max, step: 1, inputMode: isWhole ? "numeric" : "decimal" } }}
      />
    );
  };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 380px" },
        alignItems: "start",
      }}
    >
      <Box
        sx={{ bgcolor: "action.hover", borderRadius: 3, p: 2.5, display: "grid", placeItems: "center", minWidth: 0 }}
      >
        <SlipPreview slip={slip} maxWidth={isNarrow ? 240 : 300} maxHeight={420} />
      </Box>
      <Card component="section" aria-label={t`Print`} sx={{ p: { xs: 2, sm: 3 } }}>
        <form onSubmit={submit} noValidate>
          <Stack spacing={2}>
            {slip.warnings.map((warning) => (
              <Alert key={warning} severity="warning">
                {warning}
              </Alert>
            ))}
            {field("copies")}
            <ChoiceField<Paper>
              label={t`Paper`}
              value={paper}
              choices={[
                ["A4", "A4"],
                // eslint-disable-next-line lingui/no-unlocalized-strings -- the value of the paper
                ["Letter", t`US Letter`],
                ["slip", t`Same size as the slip`],
              ]}
              onChange={setPaper}
            />
            {paper === "slip" ? null : (
              <>
                <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
                  {field("margin")}
                  {field("gap")}
                </Box>
                <FormControlLabel
                  control={<Switch checked={marks} onChange={(_, on) => setMarks(on)} />}
                  label={t`Cut marks`}
                />
              </>
            )}
            <FormControlLabel
              control={<Switch checked={oneTime} onChange={(_, on) => setOneTime(on)} />}
              label={t`One-time code for each copy`}
            />
            {print.isError ? <Alert severity="error">{messageOf(print.error)}</Alert> : null}
            <Stack direction="row" spacing={1}>
              <Button
                type="submit"
                variant="contained"
                startIcon={<PrintOutlinedIcon />}
                loading={print.isPending}
                loadingPosition="start"
              >
                <Trans>Create PDF</Trans>
              </Button>
              <Button component={Link} to={paths.slip(slip.slip_id)} color="inherit">
                <Trans>Back to design</Trans>
              </Button>
            </Stack>
            {print.data ? <Printed printed={print.data} /> : jobId === null ? null : <EarlierPrint jobId={jobId} />}
          </Stack>
        </form>
      </Card>
    </Box>
  );
}

/** A print that was started before the screen was reloaded or left. */
function EarlierPrint({ jobId }: { jobId: string }) {
  const job = useJob(jobId).data;
  if (job === undefined) {
    return null;
  }
  const { sheets, file_name: fileName } = job.result ?? {};
  const known = { copies: job.total ?? 0, sheets: Number(sheets), file_name: String(fileName) };
  return <Printed printed={{ ...known, url: null, job_id: jobId, batch_id: null }} />;
}

type Print = Pick<SlipPrinted, "copies" | "sheets" | "file_name" | "url" | "job_id" | "batch_id">;

function Printed({ printed }: { printed: Print }) {
  const job = useJob(printed.job_id ?? null);
  const url = printed.url ?? (job.data?.result?.url as string | undefined);
  if (job.data?.state === "cancelled") {
    return (
      <Alert severity="info">
        <Trans>Stopped. No file was created.</Trans>{" "}
        {printed.batch_id ? t`You can withdraw the one-time codes on the code’s screen.` : null}
      </Alert>
    );
  }
  if (job.data?.state === "failed") {
    return <Alert severity="error">{job.data.error ?? t`The file couldn’t be created.`}</Alert>;
  }
  if (job.isError) {
    return <Alert severity="error">{messageOf(job.error)}</Alert>;
  }
  if (!url) {
    const done = job.data?.done ?? 0;
    return (
      <Box role="status">
        <Typography variant="body2" sx={{ mb: 1 }}>
          <Plural value={printed.copies} one={`${done} of # copy`} other={`${done} of # copies`} />
        </Typography>
        <LinearProgress
          aria-label={t`Copies created`}
          variant={done > 0 ? "determinate" : "indeterminate"}
          value={(done / printed.copies) * 100}
        />
        {printed.job_id ? <StopJob jobId={printed.job_id} onStopped={() => job.refetch()} /> : null}
      </Box>
    );
  }
  return (
    <Alert
      severity="success"
      role="status"
      action={
        <Button color="inherit" href={url} download={printed.file_name} startIcon={<DownloadIcon />}>
          <Trans>Download</Trans>
        </Button>
      }
    >
      <Trans>
        <Plural value={printed.copies} one="# copy" other="# copies" /> on{" "}
        <Plural value={printed.sheets} one="# sheet" other="# sheets" />
      </Trans>
    </Alert>
  );
}

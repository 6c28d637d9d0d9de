import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Link from "@mui/material/Link";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link as RouterLink } from "react-router";
import { useCodeProperties } from "@/features/insights/analytics/api/code-properties";
import { dictionaryQuery } from "@/features/insights/analytics/api/data-dictionary";
import { type FileFormat, useExportCsv } from "@/features/insights/analytics/api/export-csv";
import { questionOf } from "@/features/insights/analytics/api/get-analytics";
import { reportsQuery } from "@/features/insights/analytics/api/reports";
import { ExportOutcome } from "@/features/insights/analytics/components/export-outcome";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import { beyondReach, choicesOf, wordsOf } from "@/features/insights/analytics/export-choices";
import { type AnalyticsView, AS_USUAL } from "@/features/insights/analytics/filters";
import { messageOf } from "@/shared/api/errors";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";

export interface ExportChoice {
  view: AnalyticsView;
  zone: string;
  role: string | undefined;
  /** Only what belongs to this code. */
  codeId: string | undefined;
}

/** Which table is saved, of which range, in which format. */
export default function ExportForm({ view, zone, role, codeId, onClose }: ExportChoice & { onClose: () => void }) {
  const titleId = useId();
  const formatId = useId();
  const [table, setTable] = useState("series");
  const [range, setRange] = useState(view.range);
  const [format, setFormat] = useState<FileFormat>("csv");
  const tables = useQuery(dictionaryQuery).data ?? [];
  const exporting = useExportCsv();
  const properties = useCodeProperties();
  const reports = useQuery(reportsQuery).data ?? [];
  const groups = choicesOf(tables, {
    mayEdit: reaches(role ?? "", "editor"),
    ofCode: codeId !== undefined,
    properties,
    reports,
  });
  const chosen = groups.flatMap(({ choices }) => choices).find(({ value }) => value === table);
  // The code that the whole page is of says itself what belongs to it.
  const besideCode = Object.fromEntries(
    Object.entries(view.filters).filter(([name]) => name !== "code" && name !== "base_code"),
  );
  const set = codeId === undefined ? view.filters : besideCode;
  const dropped = chosen === undefined ? [] : beyondReach(chosen, set);
  const kept = Object.entries(view.filters).filter(
    ([name, values]) => values?.length && !dropped.some((one) => one === name),
  );
  const start = () =>
    exporting
      .mutateAsync({
        table,
        format,
        id: codeId,
        question: questionOf(
          {
            ...view,
            range,
            filters: Object.fromEntries(kept),
            compare: AS_USUAL.compare,
            granularity: range === view.range ? view.granularity : null,
          },
          zone,
          [],
        ),
      })
      .catch(() => undefined); // shown above the buttons, and read out: what stands below the dialog is not
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        Export
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          <TextField
            select
            label="Table"
            value={table}
            onChange={(event) => {
              exporting.reset();
              setTable(event.target.value);
            }}
            helperText={chosen?.about}
            slotProps={{ select: { native: true } }}
          >
            {groups.map((group) => (
              <optgroup key={group.heading} label={group.heading}>
                {group.choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {beyondReach(choice, set).length === 0
                      ? choice.label
                      : `${choice.label} (not by ${wordsOf(beyondReach(choice, set))})`}
                  </option>
                ))}
              </optgroup>
            ))}
          </TextField>
          {chosen?.hasRange === false ? null : (
            <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
              <RangePicker range={range} zone={zone} onChange={setRange} />
              <Typography variant="body2" color="textSecondary">
                {kept.length > 0 && dropped.length === 0
                  ? "The filters of the page apply."
                  : `Days of ${zone.replaceAll("_", " ")}.`}
              </Typography>
            </Stack>
          )}
          {chosen === undefined || dropped.length === 0 ? null : (
            <Alert severity="warning">
              “{chosen.label}” can’t be narrowed by {wordsOf(dropped)}: its rows do not keep that. The file has them all
              {kept.length > 0 ? " that the other filters leave" : ""}.
            </Alert>
          )}
          <FormControl>
            <FormLabel id={formatId}>Format</FormLabel>
            <RadioGroup
              row
              aria-labelledby={formatId}
              value={format}
              onChange={(_, value) => {
                exporting.reset();
                setFormat(value === "parquet" ? "parquet" : "csv");
              }}
            >
              <FormControlLabel value="csv" control={<Radio />} label="CSV, for spreadsheets" />
              <FormControlLabel value="parquet" control={<Radio />} label="Parquet, for programs" />
            </RadioGroup>
          </FormControl>
          {exporting.isError ? <Alert severity="error">{messageOf(exporting.error)}</Alert> : null}
          {exporting.data ? <ExportOutcome key={exporting.submittedAt} made={exporting.data} /> : null}
          <Typography variant="body2" color="textSecondary">
            What every number and column means stands in the{" "}
            <Link component={RouterLink} to={paths.dataDictionary}>
              data dictionary
            </Link>
            .
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        <Button variant="contained" loading={exporting.isPending} onClick={() => void start()}>
          {dropped.length === 0
            ? "Save file"
            : `Save without ${dropped.length === 1 ? "that filter" : "those filters"}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

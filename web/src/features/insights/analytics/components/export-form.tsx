import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import { queryOf } from "@/features/insights/analytics/api/get-analytics";
import { reportsQuery } from "@/features/insights/analytics/api/reports";
import { useEvidence } from "@/features/insights/analytics/api/use-evidence";
import { ExportOutcome } from "@/features/insights/analytics/components/export-outcome";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import { beyondReach, choicesOf, wordsOf } from "@/features/insights/analytics/export-choices";
import { type AnalyticsView, DEFAULT_VIEW } from "@/features/insights/analytics/filters";
import { messageOf } from "@/shared/api/errors";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";

export interface ExportChoice {
  view: AnalyticsView;
  zone: string;
  role: string | undefined;
  /** Restricts the export to data of this code. */
  codeId: string | undefined;
}

/** Selects the table, the range and the format of an export. */
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
  const isKept = useEvidence();
  const groups = choicesOf(tables, {
    mayEdit: reaches(role ?? "", "editor"),
    ofCode: codeId !== undefined,
    properties,
    reports,
    isKept,
  });
  const selected = groups.flatMap(({ choices }) => choices).find(({ value }) => value === table);
  // The code of the page is implied and needs no mention.
  const besideCode = Object.fromEntries(
    Object.entries(view.filters).filter(([name]) => name !== "code" && name !== "base_code"),
  );
  const set = codeId === undefined ? view.filters : besideCode;
  const dropped = selected === undefined ? [] : beyondReach(selected, set);
  const applicable = Object.entries(view.filters).filter(
    ([name, values]) => values?.length && !dropped.some((one) => one === name),
  );
  const start = () =>
    exporting
      .mutateAsync({
        table,
        format,
        id: codeId,
        question: queryOf(
          {
            ...view,
            range,
            filters: Object.fromEntries(applicable),
            compare: DEFAULT_VIEW.compare,
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
        <Trans>Export</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          <TextField
            select
            label={t`Table`}
            value={table}
            onChange={(event) => {
              exporting.reset();
              setTable(event.target.value);
            }}
            helperText={selected?.about}
            slotProps={{ select: { native: true } }}
          >
            {groups.map((group) => (
              <optgroup key={group.heading} label={group.heading}>
                {group.choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {beyondReach(choice, set).length === 0
                      ? choice.label
                      : t`${choice.label} (not by ${wordsOf(beyondReach(choice, set))})`}
                  </option>
                ))}
              </optgroup>
            ))}
          </TextField>
          {selected?.hasRange === false ? null : (
            <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
              <RangePicker range={range} zone={zone} onChange={setRange} />
              <Typography variant="body2" color="textSecondary">
                {applicable.length > 0 && dropped.length === 0
                  ? t`The current filters apply.`
                  : t`Time zone: ${zone.replaceAll("_", " ")}.`}
              </Typography>
            </Stack>
          )}
          {selected === undefined || dropped.length === 0 ? null : (
            <Alert severity="warning">
              {applicable.length > 0
                ? t`“${selected.label}” can’t be filtered by ${wordsOf(dropped)}, because its rows don’t have this field. The file includes all rows matching the other filters.`
                : t`“${selected.label}” can’t be filtered by ${wordsOf(dropped)}, because its rows don’t have this field. The file includes all rows.`}
            </Alert>
          )}
          <FormControl>
            <FormLabel id={formatId}>
              <Trans>Format</Trans>
            </FormLabel>
            <RadioGroup
              row
              aria-labelledby={formatId}
              value={format}
              onChange={(_, value) => {
                exporting.reset();
                setFormat(value === "parquet" ? "parquet" : "csv");
              }}
            >
              <FormControlLabel value="csv" control={<Radio />} label={t`CSV (spreadsheets)`} />
              <FormControlLabel value="parquet" control={<Radio />} label={t`Parquet (data tools)`} />
            </RadioGroup>
          </FormControl>
          {exporting.isError ? <Alert severity="error">{messageOf(exporting.error)}</Alert> : null}
          {exporting.data ? <ExportOutcome key={exporting.submittedAt} file={exporting.data} /> : null}
          <Typography variant="body2" color="textSecondary">
            <Trans>
              For definitions, see the{" "}
              <Link component={RouterLink} to={paths.dataDictionary}>
                data dictionary
              </Link>
              .
            </Trans>
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="contained" loading={exporting.isPending} onClick={() => void start()}>
          {dropped.length === 0
            ? t`Download file`
            : plural(dropped.length, { one: "Download without this filter", other: "Download without these filters" })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

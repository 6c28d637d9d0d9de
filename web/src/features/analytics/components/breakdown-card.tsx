import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import CloseIcon from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useMemo, useState } from "react";
import type { Question } from "@/features/analytics/api/get-analytics";
import { BreakdownRows, type LabelledRow } from "@/features/analytics/components/breakdown-rows";
import { ExportButton } from "@/features/analytics/components/export-button";
import { type Dimension, DIMENSIONS, labelOf } from "@/features/analytics/dimensions";
import { type BreakdownRow, type Metric, metricLabel } from "@/features/analytics/metrics";

const SHOWN = 7;
const SEARCH_FROM = 20;

interface BreakdownCardProps {
  tabs: readonly Dimension[];
  dimension: Dimension;
  rows: readonly BreakdownRow[] | undefined;
  total: number;
  metric: Metric;
  question: Question;
  onTab: (dimension: Dimension) => void;
  onFilter: (dimension: Dimension, value: string) => void;
}

/** A measure by the values of one dimension; choosing one filters everything by it. */
export function BreakdownCard({ tabs, dimension, rows, total, metric, question, onTab, onFilter }: BreakdownCardProps) {
  const [all, setAll] = useState(false);
  const labelled = useMemo(
    () =>
      rows
        ?.map((row): LabelledRow => ({ key: row.key, label: row.label ?? labelOf(dimension, row.key), value: row[metric] }))
        .filter((row) => row.value > 0)
        .sort((one, other) => other.value - one.value),
    [rows, dimension, metric],
  );
  const filter = (value: string) => {
    setAll(false);
    onFilter(dimension, value);
  };
  const heading = DIMENSIONS[dimension];
  return (
    <Card component="section" aria-label={`By ${heading.toLowerCase()}`} sx={{ p: { xs: 2, md: 2.5 }, display: "flex", flexDirection: "column" }}>
      {tabs.length > 1 ? (
        <Tabs
          value={dimension}
          onChange={(_, next: Dimension) => onTab(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Split by"
          sx={{ minHeight: 36, mt: -0.75, mb: 1, "& .MuiTab-root": { minHeight: 36, minWidth: 0, px: 0, mr: 2.5 } }}
        >
          {tabs.map((one) => (
            <Tab key={one} value={one} label={DIMENSIONS[one]} />
          ))}
        </Tabs>
      ) : (
        <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
          {heading}
        </Typography>
      )}
      {labelled === undefined ? (
        <Stack spacing={1}>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} variant="rounded" height={30} />
          ))}
        </Stack>
      ) : labelled.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          No {metricLabel(metric).toLowerCase()} in this range
        </Typography>
      ) : (
        <>
          <BreakdownRows rows={labelled.length > SHOWN + 1 ? labelled.slice(0, SHOWN) : labelled} total={total} onFilter={filter} />
          <Stack direction="row" sx={{ mt: "auto", pt: 0.5, justifyContent: "space-between" }}>
            {labelled.length > SHOWN + 1 ? (
              <Button size="small" onClick={() => setAll(true)}>
                Show all {labelled.length}
              </Button>
            ) : null}
            <ExportButton table={dimension} question={question} label={`Export CSV by ${heading.toLowerCase()}`} />
          </Stack>
          <AllRows open={all} heading={heading} rows={labelled} total={total} onFilter={filter} onClose={() => setAll(false)} />
        </>
      )}
    </Card>
  );
}

interface AllRowsProps {
  open: boolean;
  heading: string;
  rows: readonly LabelledRow[];
  total: number;
  onFilter: (value: string) => void;
  onClose: () => void;
}

function AllRows({ open, heading, rows, total, onFilter, onClose }: AllRowsProps) {
  const titleId = useId();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = wanted ? rows.filter(({ label }) => label.toLowerCase().includes(wanted)) : rows;
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} sx={{ typography: "h5", pr: 7 }}>
        {heading}
      </DialogTitle>
      <IconButton aria-label="Close" onClick={onClose} sx={{ position: "absolute", top: 12, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent>
        {rows.length >= SEARCH_FROM ? (
          <TextField type="search" label="Search" value={search} onChange={(event) => setSearch(event.target.value)} sx={{ my: 1 }} />
        ) : null}
        <BreakdownRows rows={found} total={total} onFilter={onFilter} />
      </DialogContent>
    </Dialog>
  );
}

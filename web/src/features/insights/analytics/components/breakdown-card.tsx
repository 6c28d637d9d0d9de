import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { lazy, memo, Suspense, useMemo, useState } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { BreakdownRows, type LabelledRow } from "@/features/insights/analytics/components/breakdown-rows";
import { ExportButton } from "@/features/insights/analytics/components/export-button";
import { type Dimension, headingOf, labelOf } from "@/features/insights/analytics/dimensions";
import { type BreakdownRow, type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const BreakdownGrid = lazy(() => import("@/features/insights/analytics/components/breakdown-grid"));
const SHOWN = 6;

interface BreakdownCardProps {
  tabs: readonly Dimension[];
  dimension: Dimension;
  rows: readonly BreakdownRow[] | undefined;
  total: number;
  metric: Metric;
  question: QueryInput;
  onTab: (dimension: Dimension, tabs: readonly Dimension[]) => void;
  onFilter: (dimension: Dimension, value: string) => void;
  /** Opens the events behind the number of one value. Without it, the card itself shows all values. */
  onRows?: ((dimension: Dimension, value: string) => void) | undefined;
}

/** A metric by the values of one dimension. Clicking on a value filters everything by it. */
export const BreakdownCard = memo(function BreakdownCard({
  tabs,
  dimension,
  rows,
  total,
  metric,
  question,
  onTab,
  onFilter,
  onRows,
}: BreakdownCardProps) {
  const [all, setAll] = useState(false);
  const labelled = useMemo(
    () =>
      rows
        ?.map((row): LabelledRow => ({
          key: row.key,
          label: row.label ?? labelOf(dimension, row.key),
          value: row[metric],
        }))
        .filter((row) => row.value > 0)
        .sort((one, other) => other.value - one.value),
    [rows, dimension, metric],
  );
  const filter = (value: string) => {
    setAll(false);
    onFilter(dimension, value);
  };
  const heading = headingOf(dimension);
  const opens = all && !onRows ? t`Show less` : t`Show all`;
  return (
    <Card
      component="section"
      aria-label={t`By ${heading.toLowerCase()}`}
      sx={{ p: 2, containerType: "inline-size", display: "flex", flexDirection: "column" }}
    >
      <Head tabs={tabs} dimension={dimension} onTab={onTab} />
      {labelled === undefined ? (
        <Stack spacing={1}>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} variant="rounded" height={30} />
          ))}
        </Stack>
      ) : labelled.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          <Trans>No {metricLabel(metric).toLowerCase()} in this range</Trans>
        </Typography>
      ) : (
        <>
          <BreakdownRows
            rows={labelled.length > SHOWN + 1 && (onRows || !all) ? labelled.slice(0, SHOWN) : labelled}
            total={total}
            onFilter={filter}
          />
          <Stack direction="row" sx={{ mt: "auto", pt: 0.5, justifyContent: "space-between" }}>
            {onRows || labelled.length > SHOWN + 1 ? (
              <Button
                size="small"
                aria-label={t`${opens} by ${heading.toLowerCase()}`}
                aria-expanded={all}
                onClick={() => setAll((now) => !now)}
              >
                {opens}
              </Button>
            ) : null}
            <ExportButton table={dimension} question={question} label={t`Export CSV by ${heading.toLowerCase()}`} />
          </Stack>
          {all && onRows ? (
            <Suspense fallback={null}>
              <BreakdownGrid
                dimension={dimension}
                metric={metric}
                question={question}
                onFilter={filter}
                onRows={(value) => {
                  setAll(false);
                  onRows(dimension, value);
                }}
                onClose={() => setAll(false)}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </Card>
  );
});

/** The name of the dimension, or a choice of several. Not rendered again with each result. */
const Head = memo(function Head({ tabs, dimension, onTab }: Pick<BreakdownCardProps, "tabs" | "dimension" | "onTab">) {
  const heading = headingOf(dimension);
  if (tabs.length === 1) {
    return (
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {heading}
      </Typography>
    );
  }
  return (
    <>
      <Typography className="only-print" variant="h6" component="p" aria-hidden>
        {heading}
      </Typography>
      <Tabs
        value={dimension}
        onChange={(_, next: Dimension) => onTab(next, tabs)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={t`Break down by`}
        sx={{
          minHeight: 36,
          mt: -0.75,
          mb: 1,
          "& .MuiTab-root": {
            minHeight: 36,
            minWidth: 0,
            px: 0,
            mr: 2.5,
            [TOUCH]: { minHeight: FINGER, minWidth: FINGER },
          },
        }}
      >
        {tabs.map((one) => (
          <Tab key={one} value={one} label={headingOf(one)} />
        ))}
      </Tabs>
    </>
  );
});

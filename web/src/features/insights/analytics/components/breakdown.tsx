import { t } from "@lingui/core/macro";
import Card from "@mui/material/Card";
import { useRef } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { useBreakdowns, useFreshBreakdowns } from "@/features/insights/analytics/api/use-breakdowns";
import { BreakdownCard } from "@/features/insights/analytics/components/breakdown-card";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import type { Metric } from "@/features/insights/analytics/metrics";
import { ErrorState } from "@/shared/components/state-views";
import { useDimWhile } from "@/shared/components/use-dim-while";

interface BreakdownProps {
  tabs: readonly Dimension[];
  dimension: Dimension;
  /** The dimensions of all cards, which are fetched together. */
  dimensions: readonly Dimension[];
  question: QueryInput;
  metric: Metric;
  onTab: (dimension: Dimension, tabs: readonly Dimension[]) => void;
  onFilter: (dimension: Dimension, value: string) => void;
  onRows: (dimension: Dimension, value: string) => void;
}

/** A breakdown card, filled once the numbers above it have loaded. */
export function Breakdown({ dimension, dimensions, question, metric, ...card }: BreakdownProps) {
  const { data, error, isError, isPlaceholderData, refetch } = useBreakdowns(question, dimensions);
  const box = useRef<HTMLDivElement>(null);
  useDimWhile(isPlaceholderData, box);
  if (isError && data === undefined) {
    return (
      <Card>
        <ErrorState title={t`This data couldn’t be loaded`} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <div ref={box} aria-busy={data === undefined || isPlaceholderData} style={AS_WIDE}>
      <BreakdownCard
        {...card}
        dimension={dimension}
        rows={data?.breakdowns[dimension]}
        total={data?.totals[metric] ?? 0}
        metric={metric}
        question={question}
      />
    </div>
  );
}

/** Fetches the rows of all cards, rendered or not, so that they are ready for printing and scrolling. */
export function OpenRows({
  question,
  dimensions,
  answeredAt,
}: Pick<BreakdownProps, "question" | "dimensions"> & { answeredAt: number }) {
  useFreshBreakdowns(question, dimensions, answeredAt);
  return null;
}

/** Fills the width of its container. */
const AS_WIDE = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", minWidth: 0 } as const;

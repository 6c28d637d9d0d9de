import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { annotationsQuery } from "@/features/insights/analytics/api/annotations";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { marksOf } from "@/features/insights/analytics/annotations";
import { AnnotationDialog } from "@/features/insights/analytics/components/annotation-dialog";
import { AnnotationsList } from "@/features/insights/analytics/components/annotations-list";
import { TrendCard } from "@/features/insights/analytics/components/trend-card";
import { TrendControls } from "@/features/insights/analytics/components/trend-controls";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import type { Answer, Metric } from "@/features/insights/analytics/metrics";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** Room for what follows the series. */
const CONTROLS = { minHeight: 52 } as const;
const LIST = { minHeight: 130 } as const;

interface AnnotatedTrendProps {
  answer: Answer;
  question: QueryInput;
  metric: Metric;
  answeredAt: number;
  granularity: AnalyticsView["granularity"];
  compare: AnalyticsView["compare"];
  onChange: (changes: Partial<AnalyticsView>) => void;
}

/** The series with marks where something happened, and below it what that was. The series is drawn first:
 * what stands around it follows as soon as the thread is free. */
export const AnnotatedTrend = memo(function AnnotatedTrend({
  answer,
  question,
  metric,
  answeredAt,
  granularity,
  compare,
  onChange,
}: AnnotatedTrendProps) {
  const { role } = useOrganization();
  const [edits, setEdits] = useState(true);
  const codes = useMemo(
    () => (question.filters?.code ?? question.filters?.base_code ?? []).filter((code) => code && !code.startsWith("-")),
    [question.filters],
  );
  const annotations = useQuery(annotationsQuery(answer.from, answer.to, codes));
  const items = useMemo(
    () => annotations.data?.items.filter(({ kind }) => edits || kind === "note"),
    [annotations.data, edits],
  );
  const marks = useMemo(
    () =>
      marksOf(
        answer.series.map(({ at }) => at),
        items ?? [],
      ),
    [answer.series, items],
  );
  const [newAt, setNewAt] = useState<string | null>(null);
  const onPoint = useMemo(() => ({ choose: setNewAt, words: "Click or press Enter to add an annotation" }), []);
  const mayWrite = reaches(role, "editor");
  const codeId = codes.length === 1 ? (codes[0] ?? null) : null;
  const later = useDeferredValue(useMemo(() => ({ answer, answeredAt }), [answer, answeredAt]));
  const isRendered = useDeferredValue(true, false);
  const listed = useDeferredValue(items);
  const suggested = useMemo(
    () => ({
      starts_at: new Date(Math.min(later.answeredAt, Date.parse(later.answer.to) - 1)).toISOString(),
      code_id: codeId,
    }),
    [later, codeId],
  );
  return (
    <TrendCard
      answer={answer}
      question={question}
      metric={metric}
      answeredAt={answeredAt}
      marks={marks}
      compare={compare !== "none"}
      onPoint={mayWrite ? onPoint : undefined}
      controls={
        <div style={CONTROLS}>
          {isRendered ? (
            <TrendControls
              from={later.answer.from}
              to={later.answer.to}
              granularity={granularity}
              compare={compare}
              onChange={onChange}
            />
          ) : null}
        </div>
      }
    >
      {isRendered ? (
        <AnnotationsList
          items={listed}
          zone={answer.timezone}
          canWrite={mayWrite}
          edits={edits}
          onEdits={setEdits}
          suggested={suggested}
          isFailing={annotations.isError}
        />
      ) : (
        <div style={LIST} />
      )}
      {newAt === null ? null : (
        <AnnotationDialog
          note={{ starts_at: newAt, code_id: codeId }}
          zone={answer.timezone}
          onDone={() => setNewAt(null)}
        />
      )}
    </TrendCard>
  );
});

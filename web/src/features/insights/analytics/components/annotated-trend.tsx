import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { annotationsQuery } from "@/features/insights/analytics/api/annotations";
import type { Question } from "@/features/insights/analytics/api/get-analytics";
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
  question: Question;
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
  const found = useQuery(annotationsQuery(answer.from, answer.to, codes));
  const items = useMemo(() => found.data?.items.filter(({ kind }) => edits || kind === "note"), [found.data, edits]);
  const marks = useMemo(
    () =>
      marksOf(
        answer.series.map(({ at }) => at),
        items ?? [],
      ),
    [answer.series, items],
  );
  const [noted, setNoted] = useState<string | null>(null);
  const onPoint = useMemo(() => ({ choose: setNoted, words: "Click, or press Enter, to note what happened" }), []);
  const mayWrite = reaches(role, "editor");
  const codeId = codes.length === 1 ? (codes[0] ?? null) : null;
  const later = useDeferredValue(useMemo(() => ({ answer, answeredAt }), [answer, answeredAt]));
  const isDrawn = useDeferredValue(true, false);
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
          {isDrawn ? (
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
      {isDrawn ? (
        <AnnotationsList
          items={listed}
          zone={answer.timezone}
          canWrite={mayWrite}
          edits={edits}
          onEdits={setEdits}
          suggested={suggested}
          isFailing={found.isError}
        />
      ) : (
        <div style={LIST} />
      )}
      {noted === null ? null : (
        <AnnotationDialog
          note={{ starts_at: noted, code_id: codeId }}
          zone={answer.timezone}
          onDone={() => setNoted(null)}
        />
      )}
    </TrendCard>
  );
});

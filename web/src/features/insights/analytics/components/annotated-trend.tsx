import { t } from "@lingui/core/macro";
import AddCommentOutlinedIcon from "@mui/icons-material/AddCommentOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { annotationsQuery, codesIn } from "@/features/insights/analytics/api/annotations";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { marksOf } from "@/features/insights/analytics/annotations";
import { AnnotationDialog } from "@/features/insights/analytics/components/annotation-dialog";
import { TrendCard } from "@/features/insights/analytics/components/trend-card";
import { TrendControls } from "@/features/insights/analytics/components/trend-controls";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import type { Answer, Metric } from "@/features/insights/analytics/metrics";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** Reserves space for the controls that are rendered after the series. */
const CONTROLS = { minHeight: 40, display: "flex", alignItems: "center", gap: 8 } as const;

interface AnnotatedTrendProps {
  answer: Answer;
  question: QueryInput;
  metric: Metric;
  answeredAt: number;
  granularity: AnalyticsView["granularity"];
  compare: AnalyticsView["compare"];
  /** Whether changes of codes are marked in addition to notes. */
  edits: boolean;
  onChange: (changes: Partial<AnalyticsView>) => void;
}

/** The series with marks for annotations. The series is rendered first, and the rest as soon as the thread is free. */
export const AnnotatedTrend = memo(function AnnotatedTrend({
  answer,
  question,
  metric,
  answeredAt,
  granularity,
  compare,
  edits,
  onChange,
}: AnnotatedTrendProps) {
  const { role } = useOrganization();
  const codes = useMemo(() => codesIn(question), [question]);
  const annotations = useQuery(annotationsQuery(answer.from, answer.to, codes));
  const marks = useMemo(
    () =>
      marksOf(
        answer.series.map(({ at }) => at),
        annotations.data?.items.filter(({ kind }) => edits || kind === "note") ?? [],
      ),
    [answer.series, annotations.data, edits],
  );
  const [newAt, setNewAt] = useState<string | null>(null);
  const onPoint = useMemo(() => ({ choose: setNewAt, words: t`Click or press Enter to add an annotation` }), []);
  const mayWrite = reaches(role, "editor");
  const later = useDeferredValue(answer);
  const isRendered = useDeferredValue(true, false);
  const annotateNow = () => setNewAt(new Date(Math.min(answeredAt, Date.parse(answer.to) - 1)).toISOString());
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
        <div style={CONTROLS} className="no-print">
          {isRendered ? (
            <>
              <TrendControls
                from={later.from}
                to={later.to}
                granularity={granularity}
                compare={compare}
                onChange={onChange}
              />
              {mayWrite ? (
                <Tooltip title={t`Add annotation`}>
                  <IconButton size="small" aria-label={t`Add annotation`} onClick={annotateNow}>
                    <AddCommentOutlinedIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              ) : null}
            </>
          ) : null}
        </div>
      }
    >
      {newAt === null ? null : (
        <AnnotationDialog
          note={{ starts_at: newAt, code_id: codes.length === 1 ? (codes[0] ?? null) : null }}
          zone={answer.timezone}
          onDone={() => setNewAt(null)}
        />
      )}
    </TrendCard>
  );
});

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { annotationsQuery, codesIn } from "@/features/insights/analytics/api/annotations";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { AnnotationsList } from "@/features/insights/analytics/components/annotations-list";
import type { Answer } from "@/features/insights/analytics/metrics";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface ChangesCardProps {
  answer: Answer;
  question: QueryInput;
  answeredAt: number;
  /** Whether changes of codes are listed in addition to notes. */
  edits: boolean;
  onEdits: (edits: boolean) => void;
}

/** Notes and changes of codes in the range. */
export function ChangesCard({ answer, question, answeredAt, edits, onEdits }: ChangesCardProps) {
  const { role } = useOrganization();
  const codes = useMemo(() => codesIn(question), [question]);
  const annotations = useQuery(annotationsQuery(answer.from, answer.to, codes));
  const items = useMemo(
    () => annotations.data?.items.filter(({ kind }) => edits || kind === "note"),
    [annotations.data, edits],
  );
  const suggested = useMemo(
    () => ({
      starts_at: new Date(Math.min(answeredAt, Date.parse(answer.to) - 1)).toISOString(),
      code_id: codes.length === 1 ? (codes[0] ?? null) : null,
    }),
    [answer, answeredAt, codes],
  );
  return (
    <AnnotationsList
      items={items}
      zone={answer.timezone}
      canWrite={reaches(role, "editor")}
      edits={edits}
      onEdits={onEdits}
      suggested={suggested}
      isFailing={annotations.isError}
    />
  );
}

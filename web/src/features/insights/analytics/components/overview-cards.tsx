import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FilterAltOffOutlinedIcon from "@mui/icons-material/FilterAltOffOutlined";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { memo, useMemo } from "react";
import { useCodeProperties } from "@/features/insights/analytics/api/code-properties";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { AnnotatedTrend } from "@/features/insights/analytics/components/annotated-trend";
import { BotsSwitch } from "@/features/insights/analytics/components/bots-switch";
import { Breakdown, OpenRows } from "@/features/insights/analytics/components/breakdown";
import { BREAKDOWN_HEIGHT, BREAKDOWNS } from "@/features/insights/analytics/components/breakdown-layout";
import { ChangeLine } from "@/features/insights/analytics/components/change-line";
import { HistorySwitch } from "@/features/insights/analytics/components/history-switch";
import {
  cardsOf,
  type CodeScope,
  isWithChildren,
  shownBy,
  shownIn,
} from "@/features/insights/analytics/dashboard-query";
import { type Dimension, isProperty } from "@/features/insights/analytics/dimensions";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import { type Answer, isEmpty } from "@/features/insights/analytics/metrics";
import { LazyRender } from "@/shared/components/lazy-render";
import { EmptyState } from "@/shared/components/state-views";

export interface OverviewProps {
  answer: Answer;
  /** The query of the visible result. While another range loads, still the previous one. */
  question: QueryInput;
  answeredAt: number;
  /** The display settings. The same object as long as its content is the same. */
  settings: Omit<AnalyticsView, "range">;
  code: CodeScope | undefined;
  onChange: (changes: Partial<AnalyticsView>) => void;
  onTab: (dimension: Dimension, card: readonly Dimension[]) => void;
  onFilter: (dimension: Dimension, value: string) => void;
  onRowsOf: (dimension: Dimension, value: string) => void;
  onClear: () => void;
}

/** The numbers over time, and by place, device, content and code, on one screen. */
export const OverviewCards = memo(function OverviewCards({
  answer,
  question,
  answeredAt,
  settings,
  code,
  edits,
  onChange,
  onTab,
  onFilter,
  onRowsOf,
  onClear,
}: OverviewProps & { edits: boolean }) {
  const { metric, filters } = settings;
  const properties = useCodeProperties();
  const withChildren = isWithChildren(settings, code);
  const cards = useMemo(() => cardsOf(code, properties, withChildren), [code, properties, withChildren]);
  const dimensions = useMemo(() => shownBy(settings, cardsOf(code, [], withChildren)), [settings, code, withChildren]);
  return (
    <>
      {settings.compare === "none" ? null : (
        <ChangeLine question={question} metric={metric} onFilter={onFilter} onTime={() => onChange({ tab: "times" })} />
      )}
      {isEmpty(answer) ? (
        <Card>
          <NoNumbers filtered={Object.keys(filters).length > 0} onClear={onClear} />
        </Card>
      ) : null}
      <AnnotatedTrend
        answer={answer}
        question={question}
        metric={metric}
        answeredAt={answeredAt}
        granularity={settings.granularity}
        compare={settings.compare}
        edits={edits}
        onChange={onChange}
      />
      <OpenRows question={question} dimensions={dimensions} answeredAt={answeredAt} />
      <Box sx={BREAKDOWNS}>
        {cards.map((card) => {
          const shown = shownIn(card, settings);
          return (
            <LazyRender key={card[0]} height={BREAKDOWN_HEIGHT}>
              <Breakdown
                tabs={card}
                dimension={shown}
                dimensions={isProperty(shown) ? [shown] : dimensions}
                question={question}
                metric={metric}
                onTab={onTab}
                onFilter={onFilter}
                onRows={onRowsOf}
              />
            </LazyRender>
          );
        })}
      </Box>
      <Card sx={SWITCHES}>
        <BotsSwitch
          bots={answer.totals.bots}
          included={settings.includeBots}
          onChange={(includeBots) => onChange({ includeBots })}
        />
        <HistorySwitch asOf={settings.asOf} onChange={(asOf) => onChange({ asOf })} />
      </Card>
    </>
  );
});

const SWITCHES = {
  px: 2,
  py: 1,
  display: "grid",
  columnGap: 4,
  rowGap: 1,
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
} as const;

function NoNumbers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      compact
      icon={<FilterAltOffOutlinedIcon />}
      title={t`No data for these filters in this range`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    />
  ) : (
    <EmptyState
      compact
      icon={<QrCodeScannerIcon />}
      title={t`No scans in this range yet`}
      text={t`Try a longer range, or scan one of your codes. Scans appear here within seconds.`}
    />
  );
}

import FilterAltOffOutlinedIcon from "@mui/icons-material/FilterAltOffOutlined";
import QrCodeScannerIcon from "@mui/icons-material/QrCodeScanner";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import { memo, useCallback, useMemo } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { useCodeProperties } from "@/features/insights/analytics/api/code-properties";
import {
  cardsOf,
  isWithChildren,
  type CodeScope,
  shownBy,
  shownIn,
} from "@/features/insights/analytics/dashboard-query";
import { AnnotatedTrend } from "@/features/insights/analytics/components/annotated-trend";
import { BotsSwitch } from "@/features/insights/analytics/components/bots-switch";
import { OpenRows, Breakdown } from "@/features/insights/analytics/components/breakdown";
import { ChangeLine } from "@/features/insights/analytics/components/change-line";
import { CodeStockCard } from "@/features/insights/analytics/components/code-stock-card";
import { CrossCard } from "@/features/insights/analytics/components/cross-card";
import { FrequencyCard } from "@/features/insights/analytics/components/frequency-card";
import { FunnelCard } from "@/features/insights/analytics/components/funnel-card";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { HistorySwitch } from "@/features/insights/analytics/components/history-switch";
import { KpiCards } from "@/features/insights/analytics/components/kpi-cards";
import { LiveCard } from "@/features/insights/analytics/components/live-card";
import { MapCard } from "@/features/insights/analytics/components/map-card";
import { NewAndReturning } from "@/features/insights/analytics/components/new-and-returning";
import { RetentionCard } from "@/features/insights/analytics/components/retention-card";
import { type Dimension, isProperty } from "@/features/insights/analytics/dimensions";
import type { AnalyticsView } from "@/features/insights/analytics/filters";
import type { Answer, Metric, RowsMetric } from "@/features/insights/analytics/metrics";
import { EmptyState } from "@/shared/components/state-views";
import { LazyRender } from "@/shared/components/lazy-render";

/** About how high a card of a breakdown is, until it is drawn. */
const NO_FILTERS = {};
const CARD_HEIGHT = 360;
const CARDS = {
  display: "grid",
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
} as const;

const PAIR = {
  display: "grid",
  gap: { xs: 2, md: 3 },
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 2fr) minmax(0, 1fr)" },
} as const;

interface DashboardCardsProps {
  answer: Answer;
  /** What the answer answers: while another range is on its way, still the one of before. */
  question: QueryInput;
  answeredAt: number;
  /** How it is shown; the same object as long as it says the same. */
  settings: Omit<AnalyticsView, "range">;
  code: CodeScope | undefined;
  onChange: (changes: Partial<AnalyticsView>) => void;
  onTab: (dimension: Dimension, card: readonly Dimension[]) => void;
  onFilter: (dimension: Dimension, value: string) => void;
  onRows: (metric: RowsMetric) => void;
  onRowsOf: (dimension: Dimension, value: string) => void;
  onClear: () => void;
}

/** Everything that an answer fills. Drawn again with another answer, not while one is waited for. */
export const DashboardCards = memo(function DashboardCards({
  answer,
  question,
  answeredAt,
  settings,
  code,
  onChange,
  onTab,
  onFilter,
  onRows,
  onRowsOf,
  onClear,
}: DashboardCardsProps) {
  const { metric, filters } = settings;
  const setMetric = useCallback((next: Metric) => onChange({ metric: next }), [onChange]);
  const setCross = useCallback((cross: AnalyticsView["cross"]) => onChange({ cross }), [onChange]);
  const isFiltered = Object.keys(filters).length > 0;
  const properties = useCodeProperties();
  const withChildren = isWithChildren(settings, code);
  const cards = useMemo(() => cardsOf(code, properties, withChildren), [code, properties, withChildren]);
  const dimensions = useMemo(() => shownBy(settings, cardsOf(code, [], withChildren)), [settings, code, withChildren]);
  return (
    <>
      <KpiCards answer={answer} metric={metric} onMetric={setMetric} onRows={onRows} />
      {settings.compare === "none" ? null : <ChangeLine question={question} metric={metric} onFilter={onFilter} />}
      {isEmpty(answer) ? (
        <Card>
          <NoNumbers filtered={isFiltered} onClear={onClear} />
        </Card>
      ) : null}
      <AnnotatedTrend
        answer={answer}
        question={question}
        metric={metric}
        answeredAt={answeredAt}
        granularity={settings.granularity}
        compare={settings.compare}
        onChange={onChange}
      />
      <OpenRows question={question} dimensions={dimensions} answeredAt={answeredAt} />
      <Box sx={CARDS}>
        <LazyRender height={CARD_HEIGHT}>
          <NewAndReturning totals={answer.totals} />
        </LazyRender>
        {cards.map((card) => (
          <LazyRender key={card[0]} height={CARD_HEIGHT}>
            <Breakdown
              tabs={card}
              dimension={shownIn(card, settings)}
              dimensions={isProperty(card[0]) ? [shownIn(card, settings)] : dimensions}
              question={question}
              metric={metric}
              onTab={onTab}
              onFilter={onFilter}
              onRows={onRowsOf}
            />
          </LazyRender>
        ))}
      </Box>
      <LazyRender height={560}>
        <MapCard question={question} metric={metric} onFilter={onFilter} />
      </LazyRender>
      <LazyRender height={340}>
        <CrossCard question={question} metric={metric} pair={settings.cross} onPair={setCross} onFilter={onFilter} />
      </LazyRender>
      <LazyRender height={340} id="when-they-come">
        <HeatMapCard question={question} metric={metric} />
      </LazyRender>
      <LazyRender height={360}>
        <FunnelCard question={question} onRows={onRows} />
      </LazyRender>
      {code === undefined ? (
        <LazyRender height={180}>
          <CodeStockCard question={question} />
        </LazyRender>
      ) : (
        <CodeStockCard question={question} onlyIfAny />
      )}
      <Box sx={PAIR}>
        <LazyRender height={330}>
          <RetentionCard question={question} />
        </LazyRender>
        <LazyRender height={330}>
          <FrequencyCard question={question} />
        </LazyRender>
      </Box>
      <LazyRender height={330}>
        <LiveCard filters={question.filters ?? NO_FILTERS} includeBots={settings.includeBots} />
      </LazyRender>
      <LazyRender height={64}>
        <BotsSwitch
          bots={answer.totals.bots}
          included={settings.includeBots}
          onChange={(includeBots) => onChange({ includeBots })}
        />
      </LazyRender>
      <LazyRender height={64}>
        <HistorySwitch asOf={settings.asOf} onChange={(asOf) => onChange({ asOf })} />
      </LazyRender>
    </>
  );
});

/** Whether nothing happened, neither now nor in the period before. */
export function isEmpty({ totals, previous }: Answer): boolean {
  return totals.scans === 0 && totals.views === 0 && (previous?.scans ?? 0) === 0;
}

function NoNumbers({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      compact
      icon={<FilterAltOffOutlinedIcon />}
      title="No data for these filters in this range"
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      compact
      icon={<QrCodeScannerIcon />}
      title="No scans in this range yet"
      text="Try a longer range, or scan one of your codes. Scans appear here within seconds."
    />
  );
}

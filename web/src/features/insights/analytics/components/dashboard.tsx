import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from "react";
import { usePrefetchOnHover } from "@/features/insights/analytics/api/use-prefetch-on-hover";
import { useBreakdowns } from "@/features/insights/analytics/api/use-breakdowns";
import { useLiveAnswer } from "@/features/insights/analytics/api/use-live-answer";
import {
  dashboardQuery,
  filtersOf,
  isWithChildren,
  type CodeScope,
} from "@/features/insights/analytics/dashboard-query";
import { DashboardCards } from "@/features/insights/analytics/components/dashboard-cards";
import { ChildrenSwitch } from "@/features/insights/analytics/components/children-switch";
import { CodeStockCard } from "@/features/insights/analytics/components/code-stock-card";
import { DashboardActions } from "@/features/insights/analytics/components/dashboard-actions";
import { DashboardSkeleton } from "@/features/insights/analytics/components/dashboard-skeleton";
import { FilterChips } from "@/features/insights/analytics/components/filter-chips";
import { Freshness } from "@/features/insights/analytics/components/freshness";
import { LiveCard } from "@/features/insights/analytics/components/live-card";
import { EmptyDashboard, useIsNew } from "@/features/insights/analytics/components/empty-dashboard";
import type { Likely } from "@/features/insights/analytics/components/range-choices";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import {
  type AnalyticsView,
  DEFAULT_VIEW,
  type DateRange,
  withoutRange,
  withoutValue,
  withValue,
} from "@/features/insights/analytics/filters";
import { isEmpty } from "@/features/insights/analytics/metrics";
import { useAnalyticsView } from "@/features/insights/analytics/use-analytics-view";
import { useRows } from "@/features/insights/analytics/use-rows";
import { Hints } from "@/shared/components/hints";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { useDimWhile } from "@/shared/components/use-dim-while";
import { useStableValue } from "@/shared/components/use-stable-value";
import { useStableCallback } from "@/shared/components/use-stable-callback";
import { useOrganizationData } from "@/shared/organization/organization";

const EventsDialog = lazy(() => import("@/features/insights/analytics/components/events-dialog"));

const COLUMN = { display: "flex", flexDirection: "column", gap: 1.5 } as const;

/** The fields of a view that change its numbers, and not only how they are shown. */
const REFETCHING: ReadonlySet<string> = new Set<keyof AnalyticsView>([
  "range",
  "filters",
  "granularity",
  "includeBots",
  "asOf",
  "compare",
  "alone",
]);

const PAGES: readonly Dimension[] = ["page"];

/** The dimensions that the screen itself implies, so that they need no chip. */
const NOTHING: readonly Dimension[] = [];
const OF_A_CODE: readonly Dimension[] = ["code", "base_code"];
const OF_A_BASE: readonly Dimension[] = ["base_code"];

interface DashboardProps {
  title: string;
  /** Restricts the dashboard to this code. The same object as long as its content is the same. */
  code?: CodeScope;
}

/** The analytics of the organisation or of one of its codes. */
export function Dashboard({ title, code }: DashboardProps) {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const [view, change] = useAnalyticsView();
  const rows = useRows();
  const withChildren = isWithChildren(view, code);
  const question = useMemo(() => dashboardQuery(view, zone, code), [view, zone, code]);
  const answer = useLiveAnswer(question);
  const { data } = answer;
  const isNew = useIsNew(
    filtersOf({ ...view, filters: {} }, code),
    data !== undefined && isEmpty(data) && Object.keys(view.filters).length === 0,
  );
  const settings = useStableValue(withoutRange(view));
  // The surroundings of the numbers render when the thread is free, because users wait for the numbers.
  const later = useDeferredValue(useMemo(() => ({ view, question }), [view, question]));
  const numbers = useRef<HTMLDivElement>(null);
  useDimWhile(answer.isPlaceholderData, numbers);
  // The query of the numbers on screen. While others load, nothing is rendered or fetched for them.
  const [shown, setShown] = useState({ question, answeredAt: answer.dataUpdatedAt });
  if (!answer.isPlaceholderData && (shown.question !== question || shown.answeredAt !== answer.dataUpdatedAt)) {
    setShown({ question, answeredAt: answer.dataUpdatedAt });
  }

  // The names of pages are in no other result.
  const rowsOfPages = useBreakdowns(shown.question, PAGES, view.filters.page !== undefined && data !== undefined);
  const ahead = usePrefetchOnHover();
  const changeView = useStableCallback((changes: Partial<AnalyticsView>) => {
    // Fetched before anything is rendered, because rendering waits for it.
    if (Object.keys(changes).some((name) => REFETCHING.has(name))) {
      ahead(dashboardQuery({ ...view, ...changes }, zone, code), true);
    }
    change(changes);
  });
  const showTab = useStableCallback((dimension: Dimension, card: readonly Dimension[]) =>
    changeView({
      cards: [...view.cards.filter((one) => !card.includes(one)), ...(dimension === card[0] ? [] : [dimension])],
    }),
  );
  const addFilter = useStableCallback((dimension: Dimension, value: string) =>
    changeView({ filters: withValue(view.filters, dimension, value) }),
  );
  const openRows = useStableCallback(rows.open);
  const openRowsOf = useStableCallback((dimension: Dimension, value: string) =>
    rows.open(view.metric, dimension, value),
  );
  const clear = useStableCallback(() => changeView({ filters: {}, asOf: DEFAULT_VIEW.asOf }));
  const chooseRange = (range: DateRange) => changeView({ range, granularity: null });
  const expectRange = (range: DateRange | null, how: Likely) =>
    ahead(range === null ? null : dashboardQuery({ ...view, range, granularity: null }, zone, code), how === "pressed");
  const removeFilter = (dimension: Dimension, value: string) =>
    changeView({ filters: withoutValue(view.filters, dimension, value) });

  return (
    <Hints>
      <PageHeader
        title={title}
        subtitle={
          <Freshness
            zone={zone}
            asOf={data?.as_of ?? null}
            live={answer.isLive}
            failing={answer.isError}
            behindSeconds={answer.behindSeconds}
          />
        }
        actions={
          <>
            <RangePicker range={view.range} zone={zone} onChange={chooseRange} onLikely={expectRange} />
            <DashboardActions
              title={title}
              view={later.view}
              question={later.question}
              zone={zone}
              code={code}
              onChange={changeView}
            />
          </>
        }
      />
      {answer.isReadOnly ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          <Trans>
            The disk is nearly full. Changes can’t be saved and scans are not recorded until space is freed.
          </Trans>
        </Alert>
      ) : null}
      <FilterChips
        view={view}
        rows={rowsOfPages.data?.breakdowns}
        onRemove={removeFilter}
        onClear={clear}
        onNow={() => change({ asOf: "current" })}
        hidden={code === undefined ? NOTHING : withChildren ? OF_A_BASE : OF_A_CODE}
      />
      {code?.children ? (
        <ChildrenSwitch codes={code.children} alone={view.alone} onChange={(alone) => changeView({ alone })} />
      ) : null}
      {data === undefined || isNew === undefined ? (
        answer.isError ? (
          <Card>
            <ErrorState
              title={t`Analytics couldn’t be loaded`}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          </Card>
        ) : (
          <DashboardSkeleton />
        )
      ) : isNew ? (
        <Stack spacing={{ xs: 2, md: 3 }}>
          <EmptyDashboard codeId={code?.id} withChildren={withChildren} />
          <CodeStockCard question={shown.question} onlyIfAny />
          <LiveCard filters={filtersOf(view, code)} includeBots={view.includeBots} />
        </Stack>
      ) : (
        <Box ref={numbers} aria-busy={answer.isPlaceholderData} sx={COLUMN}>
          {answer.isError ? (
            <Alert severity="warning">
              <Trans>Analytics couldn’t be refreshed. Showing the latest data.</Trans>
            </Alert>
          ) : null}
          <DashboardCards
            answer={data}
            question={shown.question}
            answeredAt={shown.answeredAt}
            settings={settings}
            code={code}
            onChange={changeView}
            onTab={showTab}
            onFilter={addFilter}
            onRows={openRows}
            onRowsOf={openRowsOf}
            onClear={clear}
          />
        </Box>
      )}
      {rows.rows === undefined ? null : (
        <Suspense fallback={null}>
          <EventsDialog question={question} metric={rows.rows} onClose={rows.close} />
        </Suspense>
      )}
    </Hints>
  );
}

import LinkOffIcon from "@mui/icons-material/LinkOff";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { AskerContext } from "@/features/insights/analytics/api/asker";
import { analyticsQuery, questionOf } from "@/features/insights/analytics/api/get-analytics";
import { askerOf, boardQuery, type SharedBoard } from "@/features/insights/analytics/api/share-links";
import { cardsOf, shownBy } from "@/features/insights/analytics/asked";
import { BreakdownCard } from "@/features/insights/analytics/components/breakdown-card";
import { DashboardSkeleton } from "@/features/insights/analytics/components/dashboard-skeleton";
import { FilterChips } from "@/features/insights/analytics/components/filter-chips";
import { Freshness } from "@/features/insights/analytics/components/freshness";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { KpiCards } from "@/features/insights/analytics/components/kpi-cards";
import { NewAndReturning } from "@/features/insights/analytics/components/new-and-returning";
import { PrintButton } from "@/features/insights/analytics/components/print-button";
import { PrintStyles } from "@/features/insights/analytics/components/print-styles";
import { RangePicker } from "@/features/insights/analytics/components/range-picker";
import { TrendCard } from "@/features/insights/analytics/components/trend-card";
import { TrendControls } from "@/features/insights/analytics/components/trend-controls";
import {
  type Dimension,
  dimensionsAmong,
  headingOf,
  labelOf,
  propertyOf,
} from "@/features/insights/analytics/dimensions";
import {
  type AnalyticsView,
  type DateRange,
  formatView,
  parseView,
  withoutValue,
  withValue,
} from "@/features/insights/analytics/filters";
import { DEFAULT_INTERVAL } from "@/features/insights/analytics/ranges";
import { ApiError } from "@/shared/api/errors";
import { Hints } from "@/shared/components/hints";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { usePaleWhile } from "@/shared/components/use-pale-while";
import { WhenNear } from "@/shared/components/when-near";
import { formatDate } from "@/shared/format/dates";
import { dayOf } from "@/shared/format/zoned";

/** About how high a card of a breakdown is, until it is drawn. */
const CARD_HEIGHT = 360;

/** The numbers behind a link, for whoever has it. */
export function SharedDashboard({ token }: { token: string }) {
  const board = useQuery(boardQuery(token));
  const asker = useMemo(() => askerOf(token), [token]);
  const reason = board.error instanceof ApiError && [404, 410].includes(board.error.status) ? board.error : null;
  useEffect(() => {
    const tag = document.createElement("meta");
    tag.name = "robots";
    tag.content = "noindex";
    document.head.append(tag);
    return () => tag.remove();
  }, []);
  return (
    <Container component="main" maxWidth="lg" sx={{ py: { xs: 3, md: 5 } }}>
      {board.data ? (
        <AskerContext value={asker}>
          <Board board={board.data} token={token} />
        </AskerContext>
      ) : reason ? (
        <EmptyState
          isScreen
          icon={<LinkOffIcon />}
          title={reason.status === 410 ? "This link works no longer" : "There is nothing behind this link"}
          text={
            reason.status === 410
              ? reason.message
              : "Check that it was copied whole, or ask whoever sent it for a new one."
          }
        />
      ) : board.isError ? (
        <ErrorState title="The numbers could not be loaded" error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        <DashboardSkeleton />
      )}
    </Container>
  );
}

function Board({ board, token }: { board: SharedBoard; token: string }) {
  const zone = board.time_zone;
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => sharedView(search, board), [search, board]);
  const asker = useMemo(() => askerOf(token), [token]);
  const isOwnRange = !board.range_is_fixed && (search.has("interval") || search.has("from"));
  const range = isOwnRange ? view.range : rangeOf(board);
  // A preset is always spelled out here, as the usual one is the link's own.
  const change = (changes: Partial<AnalyticsView>) => {
    const next = formatView({ ...view, ...changes });
    // So is a comparison that the visitor chose.
    if (changes.compare !== undefined || search.has("compare")) {
      next.set("compare", changes.compare ?? view.compare);
    } else {
      next.delete("compare");
    }
    const chosen = changes.range ?? (isOwnRange ? view.range : null);
    if (chosen?.kind === "preset") {
      next.set("interval", chosen.interval);
    }
    setSearch(next, { preventScrollReset: true });
  };
  const cards = cardsOf(undefined, board.properties.map(propertyOf));
  const shown = shownBy(view, cards);
  const question = questionOf({ ...view, range }, zone, shown);
  const answer = useQuery({ ...analyticsQuery(question, asker), refetchInterval: 60_000 });
  const { metric } = view;
  const numbers = useRef<HTMLDivElement>(null);
  usePaleWhile(answer.isPlaceholderData, numbers);
  return (
    <Hints>
      <PrintStyles />
      <PageHeader
        title={board.name}
        subtitle={<Freshness zone={zone} asOf={answer.data?.as_of ?? null} live={false} failing={answer.isError} />}
        actions={
          <>
            {board.range_is_fixed ? null : (
              <RangePicker range={range} zone={zone} onChange={(next) => change({ range: next, granularity: null })} />
            )}
            <PrintButton />
          </>
        }
      />
      <KeptFilters board={board} />
      <FilterChips
        view={view}
        rows={answer.data?.breakdowns}
        onRemove={(dimension, value) => change({ filters: withoutValue(view.filters, dimension, value) })}
        onClear={() => change({ filters: {} })}
      />
      {answer.data === undefined ? (
        answer.isError ? (
          <Card>
            <ErrorState
              title="The numbers could not be loaded"
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          </Card>
        ) : (
          <DashboardSkeleton />
        )
      ) : (
        <Stack spacing={{ xs: 2, md: 3 }} ref={numbers} aria-busy={answer.isPlaceholderData}>
          {answer.isError ? (
            <Alert severity="warning">The numbers could not be refreshed; these are the last ones.</Alert>
          ) : null}
          <KpiCards answer={answer.data} metric={metric} onMetric={(next) => change({ metric: next })} />
          <TrendCard
            answer={answer.data}
            question={question}
            metric={metric}
            answeredAt={answer.dataUpdatedAt}
            compare={view.compare !== "none"}
            controls={
              <TrendControls
                from={answer.data.from}
                to={answer.data.to}
                granularity={view.granularity}
                compare={view.compare}
                onChange={change}
              />
            }
          />
          <Box
            sx={{
              display: "grid",
              gap: { xs: 2, md: 3 },
              gridTemplateColumns: {
                xs: "minmax(0, 1fr)",
                md: "repeat(2, minmax(0, 1fr))",
                lg: "repeat(3, minmax(0, 1fr))",
              },
            }}
          >
            <WhenNear height={CARD_HEIGHT}>
              <NewAndReturning totals={answer.data.totals} />
            </WhenNear>
            {cards.map((card, place) => (
              <WhenNear key={card[0]} height={CARD_HEIGHT}>
                <BreakdownCard
                  tabs={card}
                  dimension={shown[place] ?? card[0]}
                  rows={answer.data.breakdowns[shown[place] ?? ""]}
                  total={answer.data.totals[metric]}
                  metric={metric}
                  question={question}
                  onTab={(dimension) =>
                    change({
                      cards: [
                        ...view.cards.filter((one) => !card.some((other) => other === one)),
                        ...(dimension === card[0] ? [] : [dimension]),
                      ],
                    })
                  }
                  onFilter={(dimension, value) => change({ filters: withValue(view.filters, dimension, value) })}
                />
              </WhenNear>
            ))}
          </Box>
          <WhenNear height={340}>
            <HeatMapCard question={question} metric={metric} />
          </WhenNear>
        </Stack>
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 4, textAlign: "center" }}>
        Shared with Waypost. This link works until {formatDate(board.expires_at, zone)}.
      </Typography>
    </Hints>
  );
}

/** The view of an address; what it does not say of the comparison, the link says. */
function sharedView(search: URLSearchParams, { question }: SharedBoard): AnalyticsView {
  const view = parseView(search);
  return search.has("compare") ? view : { ...view, compare: question.compare ?? view.compare };
}

/** The range that a link was made with. */
function rangeOf({ question, time_zone }: SharedBoard): DateRange {
  if (question.from && question.to) {
    const last = new Date(Date.parse(question.to) - 1);
    return { kind: "custom", from: dayOf(new Date(question.from), time_zone), to: dayOf(last, time_zone) };
  }
  return { kind: "preset", interval: question.interval ?? DEFAULT_INTERVAL };
}

/** What the link is narrowed to, and cannot be widened from. */
function KeptFilters({ board }: { board: SharedBoard }) {
  const kept = dimensionsAmong(Object.keys(board.question.filters ?? {})).flatMap((dimension) =>
    (board.question.filters?.[dimension] ?? []).map((value) => ({ dimension, value })),
  );
  const isThen = board.question.dimensions_as_of === "then";
  if (kept.length === 0 && !isThen) {
    return null;
  }
  return (
    <Stack
      direction="row"
      spacing={1}
      useFlexGap
      role="group"
      aria-label="This link is about"
      sx={{ flexWrap: "wrap", mb: 2.5 }}
    >
      {kept.map(({ dimension, value }) => (
        <Chip
          key={`${dimension}${value}`}
          label={wordsOf(board, dimension, value)}
          sx={{ maxWidth: "min(100%, 340px)" }}
        />
      ))}
      {isThen ? <Chip label="Folders and placements as they were" sx={{ maxWidth: "100%" }} /> : null}
    </Stack>
  );
}

function wordsOf(board: SharedBoard, dimension: Dimension, value: string): string {
  const plain = value.replace(/^-/, "");
  const name = board.labels[dimension]?.[plain] ?? labelOf(dimension, plain);
  return `${headingOf(dimension)}${value.startsWith("-") ? " is not" : ":"} ${name}`;
}

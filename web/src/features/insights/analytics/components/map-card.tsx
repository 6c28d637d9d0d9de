import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { lazy, memo, Suspense, useMemo, useRef, useState } from "react";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { placementsQuery } from "@/features/insights/analytics/api/get-placements";
import { StaleWarning } from "@/shared/components/stale-warning";
import { MapTable } from "@/features/insights/analytics/components/map-table";
import { type Dimension, labelOf } from "@/features/insights/analytics/dimensions";
import { type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorBoundary } from "@/shared/components/error-boundary";
import { OPACITIES, shadeOf, stepsUpTo } from "@/shared/components/map/shades";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { useAppConfig } from "@/shared/config/app-config-context";
import { formatCount } from "@/shared/format/numbers";

const WorldMap = lazy(() => import("@/shared/components/map/world-map"));
/** The height that matches the aspect ratio of the world, so that the whole map fits without space below it. */
const HEIGHT = { xs: 220, sm: 340, md: 400 };
const MAX_COUNTRIES = 300;

interface MapCardProps {
  question: QueryInput;
  metric: Metric;
  onFilter: (dimension: Dimension, value: string) => void;
}

/** Where people scan: countries and places on a map and in tables. Loads when it is near the viewport. */
export const MapCard = memo(function MapCard({ question, metric, onFilter }: MapCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const tiles = useAppConfig().map_tiles ?? null;
  const byCountry = { ...question, group_by: ["country"], granularity: undefined, limit: MAX_COUNTRIES };
  const answer = useQuery({ ...analyticsQuery(byCountry), staleTime: 60_000, enabled: near });
  const placed = useQuery({ ...placementsQuery(question), enabled: near });
  const [marked, setMarked] = useState<string | null>(null);
  const label = metricLabel(metric);
  const unit = label.toLowerCase();

  const rows = answer.data?.breakdowns["country"];
  const countries = useMemo(
    () =>
      (rows ?? [])
        .map((row) => ({ id: row.key, name: labelOf("country", row.key), value: row[metric] }))
        .filter(({ value }) => value > 0)
        .sort((one, other) => other.value - one.value),
    [rows, metric],
  );
  const places = useMemo(
    () =>
      (placed.data?.items ?? [])
        .map((code) => ({ ...code, id: code.code_id, value: code[metric] }))
        .sort((one, other) => other.value - one.value),
    [placed.data, metric],
  );
  const numbers = useMemo(() => new Map(countries.map(({ id, value }) => [id, value])), [countries]);
  const steps = useMemo(
    () => stepsUpTo(Math.max(0, ...countries.filter(({ id }) => id !== "").map(({ value }) => value))),
    [countries],
  );
  const retry = () => {
    void answer.refetch();
    void placed.refetch();
  };

  return (
    <Card component="section" ref={card} aria-label={t`${label} on a map`} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        <Trans>Scan locations</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {question.dimensions_as_of === "at_event_time"
          ? t`Countries by IP address; points are codes with coordinates, at their current location.`
          : t`Countries by IP address; points are codes with coordinates.`}
      </Typography>
      <StaleWarning reading={answer} />
      {isUnreadable(answer) ? (
        <ErrorState compact error={answer.error} onRetry={retry} />
      ) : (
        <Box
          aria-busy={answer.isPlaceholderData}
          sx={{
            display: "grid",
            gap: { xs: 2, md: 3 },
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 7fr) minmax(0, 4fr)" },
            minHeight: { md: HEIGHT.md },
            opacity: answer.isPlaceholderData ? 0.55 : 1,
          }}
        >
          <Box>
            <Box sx={{ height: HEIGHT, borderRadius: 2, bgcolor: "background.default" }}>
              {near ? (
                <ErrorBoundary>
                  <Suspense fallback={<Skeleton variant="rounded" sx={{ height: HEIGHT }} />}>
                    <WorldMap
                      label={t`Map of ${unit} by country and place`}
                      countries={numbers}
                      places={places}
                      steps={steps}
                      marked={marked}
                      describe={(name, value) => (rows === undefined ? name : `${name}: ${formatCount(value)} ${unit}`)}
                      tiles={tiles}
                      onCountry={(code) => onFilter("country", code)}
                      onPlace={(id) => onFilter("code", id)}
                    />
                  </Suspense>
                </ErrorBoundary>
              ) : null}
            </Box>
            <Legend steps={steps} unit={unit} />
          </Box>
          {answer.data === undefined || placed.isPending ? (
            near ? (
              <Skeleton variant="rounded" sx={{ height: HEIGHT }} />
            ) : null
          ) : (
            <Stack spacing={1}>
              {placed.isError ? (
                <Alert severity="warning">
                  <Trans>The places couldn’t be loaded.</Trans>
                </Alert>
              ) : null}
              <MapTable
                unit={label}
                countries={countries}
                places={places}
                onMark={setMarked}
                onCountry={(code) => onFilter("country", code)}
                onPlace={(id) => onFilter("code", id)}
              />
            </Stack>
          )}
        </Box>
      )}
    </Card>
  );
});

function Legend({ steps, unit }: { steps: readonly number[]; unit: string }) {
  if (steps.length === 0) {
    return null;
  }
  return (
    <Stack
      direction="row"
      spacing={1.5}
      useFlexGap
      sx={{ mt: 1.25, mb: 0, p: 0, rowGap: 0.5, flexWrap: "wrap" }}
      aria-label={t`Shaded by ${unit}`}
      component="ul"
    >
      {steps.map((bound, place) => {
        const least = (steps[place - 1] ?? 0) + 1;
        return (
          <Stack
            key={bound}
            component="li"
            direction="row"
            spacing={0.75}
            sx={{ alignItems: "center", listStyle: "none" }}
          >
            <Box
              aria-hidden
              sx={{
                width: 16,
                height: 12,
                borderRadius: "3px",
                bgcolor: "primary.main",
                opacity: OPACITIES[shadeOf(bound, steps)],
              }}
            />
            <Typography variant="caption" color="textSecondary">
              {least === bound ? formatCount(bound) : `${formatCount(least)}–${formatCount(bound)}`}
            </Typography>
          </Stack>
        );
      })}
    </Stack>
  );
}

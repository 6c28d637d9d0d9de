import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo, useEffect, useRef, useState } from "react";
import { type LiveState, type Newest, useNewest } from "@/features/insights/analytics/api/use-newest";
import { deviceOf, type EventRow, familyOf, placeOf } from "@/features/insights/analytics/events";
import type { Filters } from "@/features/insights/analytics/filters";
import { useCodeNames } from "@/shared/codes/code-names";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

const SHOWN = 12;
const STATES: Record<
  LiveState,
  { label: MessageDescriptor; color: "default" | "success" | "warning" | "error"; text?: MessageDescriptor }
> = {
  connecting: { label: msg`Connecting`, color: "default" },
  live: { label: msg`Live`, color: "success" },
  stale: {
    label: msg`Not up to date`,
    color: "warning",
    text: msg`Connection lost. Reconnecting. Showing the latest data.`,
  },
  offline: { label: msg`Offline`, color: "warning", text: msg`You are offline. Showing the latest data.` },
  full: {
    label: msg`Too many viewers`,
    color: "warning",
    text: msg`Your organisation has too many live views open. This one will connect when another closes.`,
  },
  refused: {
    label: msg`Not available`,
    color: "error",
    text: msg`The live view couldn’t be opened. Reload the page.`,
  },
};

interface LiveCardProps {
  filters: Filters;
  includeBots: boolean;
}

/** The last half hour by minute and the newest events as they arrive, regardless of the range selected above. */
export const LiveCard = memo(function LiveCard({ filters, includeBots }: LiveCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const { newest, state } = useNewest({ filters, includeBots, enabled: near });
  const shown = STATES[state];
  const scans = newest?.minutes.reduce((sum, minute) => sum + minute, 0) ?? 0;
  return (
    <Card component="section" ref={card} aria-label={t`Right now`} data-live={state} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" spacing={2} sx={{ justifyContent: "space-between", alignItems: "flex-start" }}>
        <Box>
          <Typography variant="h5" component="h2">
            <Trans>Right now</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {newest === null
              ? t`Scans of the last 30 minutes`
              : t`${plural(scans, { one: "# scan", other: "# scans" })} by ${plural(newest.people, { one: "# person", other: "# people" })} in the last 30 minutes`}
          </Typography>
        </Box>
        <Chip size="small" variant="outlined" color={shown.color} label={t(shown.label)} role="status" />
      </Stack>
      {shown.text ? (
        <Typography variant="body2" sx={{ mt: 1.5 }}>
          {t(shown.text)}
        </Typography>
      ) : null}
      {newest === null ? (
        near && state === "connecting" ? (
          <Skeleton variant="rounded" height={220} sx={{ mt: 2 }} />
        ) : (
          <Box sx={{ height: 220 }} />
        )
      ) : (
        <Box
          sx={{
            mt: 2.5,
            display: "grid",
            gap: 3,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
            opacity: state === "live" ? 1 : 0.6,
          }}
        >
          <Minutes newest={newest} />
          <Arrivals events={newest.events} zone={newest.timezone} />
        </Box>
      )}
    </Card>
  );
});

function Minutes({ newest }: { newest: Newest }) {
  const most = Math.max(...newest.minutes, 1);
  const ends = Date.parse(newest.at);
  const last = newest.minutes.length - 1;
  return (
    <Box>
      <Box
        component="ol"
        aria-label={t`Scans by minute`}
        sx={{ display: "flex", alignItems: "flex-end", gap: "2px", height: 160, m: 0, p: 0, listStyle: "none" }}
      >
        {newest.minutes.map((scans, place) => {
          const at = formatTime(new Date(ends - (last - place) * 60_000).toISOString(), newest.timezone);
          return (
            <Box
              key={at + String(place)}
              component="li"
              title={`${at}: ${formatCount(scans)}`}
              sx={{
                flex: 1,
                height: `max(2px, ${(scans / most) * 100}%)`,
                position: "relative",
                overflow: "hidden",
                borderRadius: "3px 3px 0 0",
                bgcolor: scans === 0 ? "divider" : "primary.main",
                opacity: place === last ? 0.6 : 1,
                transition: "height 300ms",
              }}
            >
              <Box component="span" sx={HIDDEN}>{`${at}: ${scans}`}</Box>
            </Box>
          );
        })}
      </Box>
      <Stack direction="row" sx={{ justifyContent: "space-between", mt: 0.5 }} aria-hidden>
        <Typography variant="caption" color="textSecondary">
          <Trans>30 minutes ago</Trans>
        </Typography>
        <Typography variant="caption" color="textSecondary">
          <Trans>now</Trans>
        </Typography>
      </Stack>
    </Box>
  );
}

function Arrivals({ events, zone }: { events: readonly EventRow[]; zone: string }) {
  const names = useCodeNames(events.some((event) => event.code_id !== null));
  const seenIds = useSeenIds(events);
  if (events.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
        <Trans>No activity in the last 30 minutes. New events appear here within seconds.</Trans>
      </Typography>
    );
  }
  return (
    <Box component="ul" aria-label={t`Latest events`} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {events.slice(0, SHOWN).map((event) => (
        <Box
          component="li"
          key={event.id}
          sx={{
            display: "grid",
            gridTemplateColumns: "5.5rem minmax(0, 1fr)",
            columnGap: 1,
            py: 0.5,
            px: 0.75,
            borderRadius: 1,
            bgcolor: seenIds.has(event.id) ? "transparent" : "action.selected",
            transition: "background-color 1s",
          }}
        >
          <Typography
            variant="caption"
            color="textSecondary"
            sx={{ fontVariantNumeric: "tabular-nums", lineHeight: "1.6rem" }}
          >
            {formatTime(event.occurred_at, zone)}
          </Typography>
          <Typography
            variant="body2"
            noWrap
            sx={{ whiteSpace: { xs: "normal", md: "nowrap" }, overflowWrap: "anywhere" }}
          >
            {familyOf(event)}
            {event.code_id ? (
              <>
                {" of "}
                <strong>{names.get(event.code_id) ?? event.code_id}</strong>
              </>
            ) : null}
            <Box component="span" sx={{ color: "text.secondary" }}>
              {[placeOf(event), deviceOf(event)].filter(Boolean).map((text) => ` · ${text}`)}
            </Box>
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Returns the IDs that were there a moment ago, so that new ones can be highlighted. */
function useSeenIds(events: readonly EventRow[]): ReadonlySet<string> {
  const [seenIds, setSeenIds] = useState<ReadonlySet<string>>(() => new Set(events.map(({ id }) => id)));
  useEffect(() => {
    const timer = setTimeout(() => setSeenIds(new Set(events.map(({ id }) => id))), 1500);
    return () => clearTimeout(timer);
  }, [events]);
  return seenIds;
}

const HIDDEN = { position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" } as const;

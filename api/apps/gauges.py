"""Gauges of the event pipeline, read on each scrape: depth, age, lags and watermark."""

import time
from collections.abc import Callable
from threading import Lock

import psycopg
import structlog
from prometheus_client import Gauge

from api.kit.clock import Clock
from ingest.outbox.metrics import read_lag
from runtime.settings import Settings
from warehouse.builds.watermark import watermark_age
from warehouse.lake import Lake

log = structlog.get_logger(__name__)

FRESH_SECONDS = 5.0
"""Seconds for which values are cached between scrapes."""


def _gauge(name: str, text: str) -> Gauge:
    return Gauge(f"waypost_{name}", text, multiprocess_mode="mostrecent")


READABLE = _gauge("event_road_readable", "1 when the figures below could be read, else 0")
OUTBOX_DEPTH = _gauge("outbox_depth", "Events in the outbox that the relay has not published")
OUTBOX_AGE = _gauge("outbox_age_seconds", "Age of the oldest of them; the relay's lag")
LANDER_DEPTH = _gauge("lander_lag_events", "Published events that the lake may lack")
LANDER_AGE = _gauge("lander_lag_seconds", "Age of the oldest of them")
MART_AGE = _gauge("mart_watermark_age_seconds", "Age of the oldest event that the marts lack")


class EventPipelineGauges:
    """Reads the gauges, at most once every few seconds."""

    def __init__(
        self, settings: Settings, clock: Clock, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._timer = timer
        self._lock = Lock()
        self._read_at: float | None = None
        self._behind: float | None = None

    def behind_seconds(self) -> float | None:
        """Return the age in seconds of the oldest recorded event that may not be in the lake, or None if unknown."""
        self.refresh()
        return self._behind

    def refresh(self) -> None:
        """Update the gauges. On errors they keep their values and READABLE is 0."""
        with self._lock:
            if self._read_at is not None and self._timer() - self._read_at < FRESH_SECONDS:
                return
            try:
                self._read()
                READABLE.set(1)
            except Exception as error:
                log.warning("event pipeline unreadable", error=repr(error))
                READABLE.set(0)
                self._behind = None
            self._read_at = self._timer()

    def _read(self) -> None:
        lake = Lake.from_settings(self._settings)
        positions = lake.events.positions() if lake.events.exists() else {}
        with psycopg.connect(
            self._settings.database_url_as("waypost_events"),
            connect_timeout=2,
            application_name="waypost-metrics",
        ) as connection:
            connection.execute("set statement_timeout = '3s'")
            lag = read_lag(connection, positions)
        self._behind = max(lag.outbox.age_seconds, lag.landing.age_seconds)
        OUTBOX_DEPTH.set(lag.outbox.depth)
        OUTBOX_AGE.set(lag.outbox.age_seconds)
        LANDER_DEPTH.set(lag.landing.depth)
        LANDER_AGE.set(lag.landing.age_seconds)
        MART_AGE.set(watermark_age(lake, self._clock()) if positions else 0)

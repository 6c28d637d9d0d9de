"""Queries the results of a campaign or an automation: the progress of its messages, and what people did after a
click.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import duckdb

from warehouse.builds.tables import mart_table
from warehouse.damage import renewed_if_unreadable
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.latest_events import LatestEvents
from warehouse.queries.sources import Parameters, bucket_from, bucket_of
from warehouse.reader import LakeConnection, Snapshots
from warehouse.reports.fresh_marts import FreshMarts
from warehouse.reports.mart_scans import BUCKET, MartScan

_FOLDER = Path(__file__).parent
_CREDITED = (_FOLDER / "credited.sql").read_text()
_OWN = (_FOLDER / "own.sql").read_text()
_BY_VERSION = (_FOLDER / "by_version.sql").read_text()
_BY_HOUR = (_FOLDER / "by_hour.sql").read_text()
_REVENUE = (_FOLDER / "revenue.sql").read_text()
_HOLDOUT = (_FOLDER / "holdout.sql").read_text()
_SCANS = (
    MartScan("messages", "occurred_at"),
    MartScan("orders", "occurred_at"),
    MartScan("person_acts", BUCKET),
)


@dataclass(frozen=True)
class ResultsQuestion:
    """The campaign or automation, its organisation, and the start of the period.

    For an automation, versions are its steps.

    `windows`: number of hours after a click during which an act is credited to it, by campaign. `merged_customers`: the
    customer into which another one was merged.
    """

    org_id: str
    zone: ZoneInfo
    source_id: str
    since: datetime
    until: datetime
    windows: Mapping[str, int] = field(default_factory=dict)
    merged_customers: Mapping[str, str] = field(default_factory=dict)
    source: Literal["campaign", "automation"] = "campaign"


@dataclass(frozen=True)
class VersionResult:
    """Messages of one version on one channel: how many reached each state, and how many were followed by an act of each
    kind within the window.
    """

    variant: str
    channel: str
    sent: int
    delivered: int
    shown: int
    failed: int
    clicked: int
    replied: int
    stopped: int
    visited: int
    submitted: int
    redeemed: int
    ordered: int
    segments: int
    cost_micros: int


@dataclass(frozen=True)
class HourResult:
    """Numbers for one hour in the organisation's time zone: distinct messages, and acts after a click."""

    hour: datetime
    sent: int
    clicked: int
    visits: int
    orders: int


@dataclass(frozen=True)
class RevenueResult:
    """Revenue of orders after a click, for one version, channel and currency. `squares`: sum of the squared revenue of
    each message.
    """

    variant: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int
    squares: float


@dataclass(frozen=True)
class HoldoutResult:
    """What people did within the window after they got a campaign, or would have got it had they not been held out,
    whether or not they followed a link: the number of people, and how many performed each act.
    """

    is_held_out: bool
    people: int
    visited: int
    submitted: int
    redeemed: int
    ordered: int


@dataclass(frozen=True)
class CampaignResults:
    """The results of a campaign or automation. `as_of`: arrival of the newest event that was counted."""

    versions: list[VersionResult]
    hours: list[HourResult]
    revenue: list[RevenueResult]
    holdout: list[HoldoutResult]
    as_of: datetime | None


class Conversions:
    """Answers questions of all organisations. Thread-safe."""

    def __init__(
        self,
        lake: Lake,
        connection: LakeConnection | None = None,
        *,
        memory_limit: str = "384MB",
        threads: int = 2,
    ) -> None:
        """`connection`: a shared one. Without it, a new one is opened with `memory_limit`."""
        self._lake = lake
        self._connection = connection or LakeConnection(
            lake, memory_limit=memory_limit, threads=threads, preserves_order=False
        )
        self._snapshots = Snapshots()
        self._latest = LatestEvents()

    def close(self) -> None:
        """Close the DuckDB connection."""
        self._connection.close()

    def ask(self, question: ResultsQuestion) -> CampaignResults:
        """Return the results until now, including events that no build covers yet.

        Raises:
            TooFarBehindError: the marts lack more events than can be read individually.
            LakeUnreadableError: part of the lake cannot be read.
        """
        span = Range(bucket_of(question.since), bucket_from(question.until))
        # Marts are opened before the events, so that no mart is ahead of the events from which it
        # was built.
        built = {}
        for scan in _SCANS:
            model = marts()[scan.mart]
            table = self._lake.mart(scan.mart, model.schema, list(model.partition_by))
            built[scan.mart] = self._snapshots.of(table)
        activity = self._snapshots.of(mart_table(self._lake, "activity_15m"))
        events = self._snapshots.of(self._lake.events)
        with (
            renewed_if_unreadable(self._lake, self._connection),
            self._connection.own_database() as cursor,
        ):
            fresh = FreshMarts(cursor, question.org_id, span, events, built, question.zone.key)
            fresh.stage_tails(_SCANS)
            for scan in _SCANS:
                parameters = Parameters()
                rows = fresh.rows_sql(scan, parameters)
                cursor.execute(f"create table {scan.mart} as {rows}", parameters.values)
            _give(cursor, question)
            cursor.execute(f"create table own as {_OWN}")
            cursor.execute(f"create table credited as {_CREDITED}")
            return CampaignResults(
                [VersionResult(*row) for row in cursor.execute(_BY_VERSION).fetchall()],
                [HourResult(*row) for row in cursor.execute(_BY_HOUR).fetchall()],
                [RevenueResult(*row) for row in cursor.execute(_REVENUE).fetchall()],
                [HoldoutResult(*row) for row in cursor.execute(_HOLDOUT).fetchall()],
                self._latest.of(cursor, question.org_id, events, activity),
            )


def _give(cursor: duckdb.DuckDBPyConnection, question: ResultsQuestion) -> None:
    """Create the tables that the statements read besides the marts."""
    cursor.execute(
        "create table asked as select $source::varchar as source, $id::varchar as source_id, $zone::varchar as zone",
        {"source": question.source, "id": question.source_id, "zone": question.zone.key},
    )
    for name, columns, pairs in (
        ("merged_customer", ("customer_key", "kept_key"), question.merged_customers),
        ("campaign_window", ("source_id", "hours"), question.windows),
    ):
        cursor.execute(
            f"create table {name} as select unnest($keys) as {columns[0]},"
            f" unnest($values) as {columns[1]}"
            if pairs
            else f"create table {name} ({columns[0]} varchar, {columns[1]} "
            f"{'varchar' if name == 'merged_customer' else 'integer'})",
            {"keys": list(pairs), "values": list(pairs.values())} if pairs else {},
        )

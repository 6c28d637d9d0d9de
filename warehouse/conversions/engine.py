"""Asks the warehouse what became of a campaign or an automation: how far its messages got, and what people did after
a click.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import duckdb

from warehouse.damage import renewed_if_unreadable
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
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
    """Which campaign or automation of which organisation, and since when.

    Of an automation, versions are its steps.

    `windows`: for how many hours after a click an act is credited to it, by campaign. `merged_customers`: the customer
    that another one was merged into.
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
    """Messages of one version on one channel: how many got how far, and how many were followed by an act of each
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
    """What happened in one hour of the organisation's clocks: different messages, and acts after a click."""

    hour: datetime
    sent: int
    clicked: int
    visits: int
    orders: int


@dataclass(frozen=True)
class RevenueResult:
    """Takings of orders after a click, of one version, channel and currency. `squares`: of the sums of each message."""

    variant: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int
    squares: float


@dataclass(frozen=True)
class HoldoutResult:
    """What people did within the window after they got a campaign, or after they did not because they were held out,
    whether they followed a link or not: how many of them there are, and how many did each.
    """

    is_held_out: bool
    people: int
    visited: int
    submitted: int
    redeemed: int
    ordered: int


@dataclass(frozen=True)
class CampaignResults:
    """What became of a campaign or automation. `as_of`: arrival of the newest event that was counted."""

    versions: list[VersionResult]
    hours: list[HourResult]
    revenue: list[RevenueResult]
    holdout: list[HoldoutResult]
    as_of: datetime | None


class Conversions:
    """Answers questions of every organisation; thread-safe."""

    def __init__(
        self,
        lake: Lake,
        connection: LakeConnection | None = None,
        *,
        memory_limit: str = "384MB",
        threads: int = 2,
    ) -> None:
        """`connection`: one that is shared; else it has its own, within `memory_limit`."""
        self._lake = lake
        self._connection = connection or LakeConnection(
            lake, memory_limit=memory_limit, threads=threads, preserves_order=False
        )
        self._snapshots = Snapshots()

    def close(self) -> None:
        """Close its DuckDB."""
        self._connection.close()

    def ask(self, question: ResultsQuestion) -> CampaignResults:
        """What became of it until now, events that no build covers yet included.

        Raises:
            TooFarBehindError: the marts lack more events than can be read one by one.
            LakeUnreadableError: part of the lake cannot be read.
        """
        span = Range(bucket_of(question.since), bucket_from(question.until))
        # The marts before the events, so that none is ahead of the events that it was built from.
        built = {}
        for scan in _SCANS:
            model = marts()[scan.mart]
            table = self._lake.mart(scan.mart, model.schema, list(model.partition_by))
            built[scan.mart] = self._snapshots.of(table)
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
                events.received_until,
            )


def _give(cursor: duckdb.DuckDBPyConnection, question: ResultsQuestion) -> None:
    """The tables that the statements read beside the marts."""
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

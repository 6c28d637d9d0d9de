"""Fresh marts: the rows of a mart for an organisation, and those of its own model over later events.

For one answer, the events that a mart lacks are staged as `lake.events` in an in-memory database. The models of
`warehouse/models` run over them as in a build, and their rows are added to the mart's own. All marts are made fresh in
this way. Nothing is counted twice, because positions separate mart and tail. Nothing within the range is left out,
because the 15-minute buckets at its edges are counted from raw events.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import StrEnum

import duckdb

from warehouse.date_ranges import Range
from warehouse.models.catalogue import Model, all_models, get_model, marts
from warehouse.queries.history import changed_buckets, with_code_ids_sql, with_period_names_sql
from warehouse.queries.language import AnyDimension, Filter, ValidityPeriod
from warehouse.queries.sources import (
    Parameters,
    beyond_sql,
    filter_sql,
    outside,
    whole_buckets,
    within_sql,
)
from warehouse.queries.tail import MAX_EVENTS, TooFarBehindError
from warehouse.reader import Snapshot, of_organisation
from warehouse.reports.mart_scans import BUCKET, VISITORS, MartScan, files_to_scan, read_files_sql

SCHEMAS = ("lake", "build", "staging", "core", "marts", "tail", "analytics_v1")
_SQL_TYPES = {
    "string": "varchar",
    "int32": "integer",
    "int64": "bigint",
    "bool": "boolean",
    "date": "date",
    "timestamp": "timestamptz",
    "binary": "blob",
}
_UNREAD = {"user_agent", "received_at"}
"""Columns of events that no model reads. Their texts would fill the memory."""
_MODELS = (
    ("staging.stg_event", "table"),
    ("core.fct_event", "view"),
    ("core.organization_zone", "view"),
    ("staging.stg_act", "table"),
    ("core.fct_act", "view"),
)


class Reach(StrEnum):
    """The time range that is needed from a mart: only the span or everything, by exact moments or by 15-minute
    buckets.
    """

    MOMENTS = "moments"
    QUARTERS = "quarters"
    ALL = "all"
    ALL_QUARTERS = "all quarters"


class FreshMarts:
    """The marts of one organisation over one span, as they would be if a build had just run.

    It needs its own cursor, because it fills the cursor's current database.
    """

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        org_id: str,
        span: Range,
        events: Snapshot,
        built: Mapping[str, Snapshot],
        zone: str = "UTC",
        validity_periods: Sequence[ValidityPeriod] = (),
    ) -> None:
        self._cursor = cursor
        self._org_id = org_id
        self._span = span
        self._events = events
        self._built = built
        self._stretches = validity_periods
        self._partial = _partial_quarters(span, validity_periods)
        self.tail_events = 0
        for schema in SCHEMAS:
            cursor.execute(f"create schema {schema}")
        cursor.execute(
            "create table analytics_v1.organizations (org_id varchar, time_zone varchar)"
        )
        cursor.execute("insert into analytics_v1.organizations values (?, ?)", [org_id, zone])
        cursor.execute("create table build.kept_zone (org_id varchar, zone varchar)")
        cursor.execute(
            "create table build.slice as select unnest(range(1024))::integer as partition,"
            " -1::bigint as after_pos, 9223372036854775807 as upto_pos"
        )

    def stage_tails(self, scans: Iterable[MartScan]) -> None:
        """Run the models of these marts over the events that the marts lack, as tables `tail.<mart>`.

        Raises:
            TooFarBehindError: more events would have to be read than allowed.
        """
        groups: dict[tuple[frozenset[tuple[int, int]], Reach], list[str]] = {}
        for scan in scans:
            snapshot = self._built[scan.mart]
            key = (frozenset(snapshot.positions.items()), self._reach_of(scan))
            groups.setdefault(key, []).append(scan.mart)
        for (positions, reach), names in groups.items():
            if self._stage_events(dict(positions), reach, names):
                is_whole = reach in (Reach.ALL, Reach.ALL_QUARTERS)
                self._run_models(names, dict(positions) if is_whole else None)
            else:
                for name in names:
                    self._make_tail(name, None)

    def rows_sql(
        self,
        scan: MartScan,
        parameters: Parameters,
        filters: Sequence[Filter] = (),
        key: AnyDimension | None = None,
        *,
        include_bots: bool = True,
    ) -> str:
        """Return a statement for the mart's fresh rows, with `key` if rows are to be split."""
        model = get_model(f"marts.{scan.mart}")
        names = {column.name for column in model.columns}
        sources = [f"select * from tail.{scan.mart}"]
        built = self._built_rows_sql(scan, model, parameters)
        if built:
            sources.append(built)
        tests = filter_sql((one for one in filters if one.dimension.column in names), parameters)
        if "audience" in names and not include_bots:
            tests += " and audience = 'human'"
        rows = f"(select * from ({' union all by name '.join(sources)}) where true{tests})"
        split = key if key is not None and key.column in names else None
        return _keyed_sql(rows, names, split, self._stretches, parameters)

    def _built_rows_sql(self, scan: MartScan, model: Model, parameters: Parameters) -> str | None:
        """Return SQL for the rows of the organisation and the span in the mart's own files, or None if there are no
        such files.
        """
        matching = files_to_scan(scan, self._built[scan.mart], self._org_id, self._span)
        if not matching.files:
            return None
        columns = ", ".join(column.name for column in model.columns)
        read, condition = matching.relation_and_condition(self._org_id, parameters)
        recounted = self._recounted_quarters(self._reach_of(scan))
        if recounted:
            condition += f" and not {within_sql(BUCKET, recounted, parameters)}"
        moment = scan.time or BUCKET
        if {"code_id", moment} <= {column.name for column in model.columns}:
            read = with_period_names_sql(read, self._stretches, moment, parameters)
        return f"select {columns} from {read} where {condition}"

    def _reach_of(self, scan: MartScan) -> Reach:
        """Return the time range that is needed from a mart."""
        if scan.time is not None:
            return Reach.QUARTERS if scan.time == BUCKET else Reach.MOMENTS
        has_quarters = BUCKET in {column.name for column in marts()[scan.mart].columns}
        # Without validity periods no 15-minute bucket is recounted, so all marts can share the
        # staged events.
        return Reach.ALL_QUARTERS if has_quarters and self._stretches else Reach.ALL

    def _recounted_quarters(self, reach: Reach) -> list[Range]:
        """Return the 15-minute buckets whose sums are not precise enough, so that their events are counted instead."""
        if reach is Reach.QUARTERS:
            return self._partial
        return changed_buckets(self._stretches) if reach is Reach.ALL_QUARTERS else []

    def _stage_events(
        self, positions: Mapping[int, int], reach: Reach, names: Iterable[str]
    ) -> int:
        """Stage the organisation's events beyond `positions` and those of partially covered 15-minute buckets, with the
        tables that the models of these marts need.
        """
        from warehouse.schemas import EVENTS

        parameters = Parameters({"org_id": self._org_id})
        edges = self._recounted_quarters(reach)
        files = {file.uri: file for file in self._events.beyond(positions)}
        for edge in edges:
            found = self._events.between("occurred_at", edge.start, edge.end)
            files |= {file.uri: file for file in found}
        chosen = of_organisation(files.values(), self._org_id)
        if not chosen:
            return 0
        if sum(file.rows for file in chosen) > MAX_EVENTS:
            raise TooFarBehindError(sum(file.rows for file in chosen))
        beyond = beyond_sql(positions, parameters)
        if reach in (Reach.QUARTERS, Reach.MOMENTS):
            beyond = f"({beyond} and {within_sql('occurred_at', [self._span], parameters)})"
        cut = within_sql("occurred_at", edges, parameters)
        columns = ", ".join(name for name in EVENTS.names if name not in _UNREAD)
        read = read_files_sql(chosen, parameters)
        ((staged,),) = self._cursor.execute(
            f"create or replace table lake.events as select {columns}"
            f" from {with_period_names_sql(read, self._stretches, 'occurred_at', parameters)}"
            f" where org_id = $org_id and ({beyond} or {cut})",
            parameters.values,
        ).fetchall()
        self.tail_events = max(self.tail_events, int(staged))
        needed = _made_of(f"marts.{name}" for name in names)
        for name, kind in _MODELS:
            if name in needed:
                self._cursor.execute(f"create or replace {kind} {name} as {get_model(name).sql}")
        return int(staged)

    def _run_models(self, names: Sequence[str], staged_from: Mapping[int, int] | None) -> None:
        """Run the models of these marts over the staged events. `staged_from`: the positions after which every event is
        staged, or None if only some events are.
        """
        asking = [
            name for name in names if f"marts.{VISITORS}" in get_model(f"marts.{name}").sources
        ]
        if asking:
            # The model of visitors only needs to know whether a visitor is already known.
            self._show_visitors(
                staged_from, ("org_id", "visitor") if asking == [VISITORS] else None
            )
        for name in names:
            sql = get_model(f"marts.{name}").sql
            if name == VISITORS:  # new visitors in the tail are among those registered just now
                sql = f"select * from marts.{name} where first_pos in (select pos from lake.events)"
            self._make_tail(name, sql)

    def _make_tail(self, name: str, sql: str | None) -> None:
        columns = get_model(f"marts.{name}").columns
        typed = ", ".join(
            f"cast({column.name if sql else 'null'} as {_SQL_TYPES[column.type]}) as {column.name}"
            for column in columns
        )
        source = f"from ({sql})" if sql else "where false"
        self._cursor.execute(f"create or replace table tail.{name} as select {typed} {source}")

    def _show_visitors(
        self, staged_from: Mapping[int, int] | None, only: tuple[str, ...] | None = None
    ) -> None:
        """Fill `marts.visitors` with the staged visitors and their first scans, including those in the tail.

        Only the columns `only` are read from the mart's own files, which takes half the time.
        """
        mart = self._built[VISITORS]
        columns = ", ".join(
            column.name
            if only is None or column.name in only
            else f"cast(null as {_SQL_TYPES[column.type]}) as {column.name}"
            for column in marts()[VISITORS].columns
        )
        parameters = Parameters({"org_id": self._org_id})
        files = of_organisation(mart.files, self._org_id)
        known = (
            f"select {columns} from {read_files_sql(files, parameters)} where org_id = $org_id"
            if files
            else "select org_id, visitor, pos as first_pos, occurred_at as first_seen_at,"
            " visitor_kind from core.fct_event where org_id = $org_id and false"
        )
        self._cursor.execute(
            f"create or replace table marts.{VISITORS} as {known}"
            " and visitor in (select visitor from core.fct_event)",
            parameters.values,
        )
        tail = Parameters({"org_id": self._org_id})
        beyond = of_organisation(self._events.beyond(mart.positions), self._org_id)
        if beyond:
            is_staged = staged_from is not None and staged_from == dict(mart.positions)
            read = "lake.events" if is_staged else read_files_sql(beyond, tail)
            self._cursor.execute(
                f"insert into marts.{VISITORS} select org_id, visitor_hash(visitor_id) as visitor,"
                " min(pos), arg_min(occurred_at, pos), arg_min(visitor_kind, pos)"
                f" from {read} as event where org_id = $org_id"
                f" and {beyond_sql(mart.positions, tail)} and type = 'scan'"
                " and not is_bot and not is_preview and visitor_id is not null"
                f" and visitor_hash(visitor_id) not in (select visitor from marts.{VISITORS})"
                " group by all",
                tail.values,
            )


def _made_of(names: Iterable[str]) -> set[str]:
    """Return these models and everything from which they are made, including sources that are not models."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += all_models()[name].sources if name in all_models() else ()
    return found


def _keyed_sql(
    rows: str,
    names: Container[str],
    key: AnyDimension | None,
    validity_periods: Sequence[ValidityPeriod],
    parameters: Parameters,
) -> str:
    """Return SQL for the rows with `key` added to their columns, and codes under their own IDs. Groups are those of
    validity periods.
    """
    if key is not None and key.is_of_codes:
        keyed = (
            "(select row.*, coalesce(code_group.value, '') as key"
            f" from {rows} as row left join code_group using (code_id))"
        )
        return f"select * from {with_code_ids_sql(keyed, validity_periods, parameters)}"
    own = with_code_ids_sql(rows, validity_periods, parameters) if "code_id" in names else rows
    value = f"coalesce({key.column}, '')" if key else "''"
    return f"select *, {value} as key from {own}"


def _partial_quarters(span: Range, validity_periods: Sequence[ValidityPeriod]) -> list[Range]:
    """Return the parts of the span that whole 15-minute buckets cannot answer: its edges, and buckets with a change."""
    whole = whole_buckets(span)
    changed = [
        Range(max(one.start, whole.start), min(one.end, whole.end))
        for one in changed_buckets(validity_periods)
        if whole and one.start < whole.end and one.end > whole.start
    ]
    return [*outside(span, whole), *changed]

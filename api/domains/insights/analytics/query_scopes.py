"""Turns requests into query scopes of the warehouse.

Dashboards, reports, exports, share links, scheduled reports and explained changes all use this module.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from api.auth.member import Member
from api.domains.insights.analytics.code_history_reading import CodeHistory
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AskNumbers
from warehouse.date_ranges import Comparison, Range, RangeError, compared, custom, resolve, zone_of
from warehouse.queries.history import expand_code_filters, groups_at_event_time
from warehouse.queries.language import (
    AnyDimension,
    Filter,
    Groups,
    QueryScope,
    ValidityPeriod,
    filters_of_codes,
    parse_filters,
)

DEFAULT_INTERVAL = "7day"


class QueryScopeBuilder:
    """Builds the query scopes of one request."""

    def __init__(
        self,
        names: CodeNames,
        history: CodeHistory,
        now: datetime,
        first_event_at: Callable[[str], datetime | None],
    ) -> None:
        self._names = names
        self._history = history
        self._now = now
        self._first_event_at = first_event_at

    def build(
        self,
        member: Member,
        request: AskNumbers,
        group_by: Sequence[AnyDimension] = (),
        *,
        check_filters_allowed: Callable[[Sequence[Filter]], None] = lambda _: None,
        lookback: timedelta = timedelta(),
    ) -> QueryScope:
        """Return the query scope of a request, in UTC and with the columns of the lake.

        `check_filters_allowed` refuses filters that the answer cannot apply. `lookback` is the time before the
        comparison period that the caller also reads, so that the groups of codes are known for it.

        Raises:
            RangeError, QuestionError: a field is invalid.
        """
        zone = zone_of(member.time_zone)
        interval, span = self._range(member, request)
        before = compared(Comparison(request.compare), span, self._now, interval, zone)
        filters = parse_filters(request.filters)
        check_filters_allowed(filters)
        at_event_time = request.dimensions_as_of == "at_event_time"
        dimensions = [
            dimension
            for dimension in dict.fromkeys((*group_by, *(it.dimension for it in filters)))
            if dimension.is_of_codes
        ]
        validity_periods: tuple[ValidityPeriod, ...] = ()
        groups: Groups
        if at_event_time and dimensions:
            versions = self._history.of_groups(member.org_id, dimensions)
            first = before or span
            earlier = Range(first.start - lookback, first.end)
            groups, validity_periods = groups_at_event_time(versions, (span, earlier))
            filters = expand_code_filters(filters, validity_periods)
        else:
            groups = self._groups(member.org_id, dimensions, group_by, filters)
        return QueryScope(
            org_id=member.org_id,
            current=span,
            previous=before,
            zone=zone,
            week_start=member.week_start,
            filters=filters_of_codes(filters, groups),
            group_by=tuple(dict.fromkeys(group_by)),
            include_bots=request.include_bots,
            at_event_time=at_event_time,
            code_groups=groups,
            validity_periods=validity_periods,
        )

    def _range(self, member: Member, request: AskNumbers) -> tuple[str | None, Range]:
        """Return the preset, if there is one, and the range."""
        if request.from_ or request.to:
            if request.interval:
                raise RangeError("interval", "Send either an interval or from and to")
            if not (request.from_ and request.to):
                raise RangeError("from" if request.to else "to", "Send both from and to")
            return None, custom(request.from_, request.to)
        interval = request.interval or DEFAULT_INTERVAL
        first = self._first_event_at(member.org_id) if interval == "all" else None
        zone = zone_of(member.time_zone)
        return interval, resolve(interval, self._now, zone, member.week_start, first)

    def _groups(
        self,
        org_id: str,
        dimensions: Iterable[AnyDimension],
        group_by: Sequence[AnyDimension],
        filters: Sequence[Filter],
    ) -> Groups:
        """Return the current group by code ID, for each of these dimensions of codes.

        If a dimension is only used in filters, the groups that the filters name are sufficient.
        """
        filtered: dict[AnyDimension, set[str]] = {}
        for it in filters:
            filtered.setdefault(it.dimension, set()).update(it.only, it.never)
        return {
            dimension: self._names.groups_of_codes(
                org_id,
                dimension,
                None if dimension in group_by or "" in filtered[dimension] else filtered[dimension],
            )
            for dimension in dimensions
        }

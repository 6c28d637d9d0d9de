"""From what a caller says to what the warehouse is asked: the one place where every question is made.

Dashboards, reports, files, shared links, mailed reports and what explains a change all come through here.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from api.auth.member import Member
from api.domains.insights.analytics.history_reading import CodeHistory
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AskNumbers
from warehouse.date_ranges import Comparison, Range, RangeError, compared, custom, resolve, zone_of
from warehouse.queries.history import filters_of_stretches, grouped_then
from warehouse.queries.language import (
    AnyDimension,
    Asked,
    Filter,
    Groups,
    Stretch,
    filters_of_codes,
    parse_filters,
)

DEFAULT_INTERVAL = "7day"


class Asking:
    """Makes the questions of one request."""

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

    def asked(
        self,
        member: Member,
        said: AskNumbers,
        group_by: Sequence[AnyDimension] = (),
        *,
        may_filter: Callable[[Sequence[Filter]], None] = lambda _: None,
        and_before: timedelta = timedelta(),
    ) -> Asked:
        """What is asked, in UTC and by columns of the lake.

        `may_filter` refuses filters that the answer could not keep to. `and_before`: so long before the
        period before will be asked as well, so that where codes were then must be known.

        Raises:
            RangeError, QuestionError: a field that makes no sense.
        """
        zone = zone_of(member.time_zone)
        interval, span = self._range(member, said)
        before = compared(Comparison(said.compare), span, self._now, interval, zone)
        filters = parse_filters(said.filters)
        may_filter(filters)
        is_then = said.dimensions_as_of == "then"
        dimensions = [
            one
            for one in dict.fromkeys((*group_by, *(one.dimension for one in filters)))
            if one.is_of_codes
        ]
        stretches: tuple[Stretch, ...] = ()
        groups: Groups
        if is_then and dimensions:
            versions = self._history.of_groups(member.org_id, dimensions)
            first = before or span
            earlier = Range(first.start - and_before, first.end)
            groups, stretches = grouped_then(versions, (span, earlier))
            filters = filters_of_stretches(filters, stretches)
        else:
            groups = self._groups(member.org_id, dimensions, group_by, filters)
        return Asked(
            org_id=member.org_id,
            current=span,
            previous=before,
            zone=zone,
            week_start=member.week_start,
            filters=filters_of_codes(filters, groups),
            group_by=tuple(dict.fromkeys(group_by)),
            include_bots=said.include_bots,
            is_then=is_then,
            code_groups=groups,
            stretches=stretches,
        )

    def _range(self, member: Member, said: AskNumbers) -> tuple[str | None, Range]:
        """The preset, if it is one, and the range."""
        if said.from_ or said.to:
            if said.interval:
                raise RangeError("interval", "Give an interval or from and to, not both")
            if not (said.from_ and said.to):
                raise RangeError("from" if said.to else "to", "Give both from and to")
            return None, custom(said.from_, said.to)
        interval = said.interval or DEFAULT_INTERVAL
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
        """Group by code id, as codes are now, for each of these dimensions of codes.

        Where a dimension is filtered by and not split by, the groups that are named will do.
        """
        named: dict[AnyDimension, set[str]] = {}
        for one in filters:
            named.setdefault(one.dimension, set()).update(one.only, one.never)
        return {
            one: self._names.groups_of_codes(
                org_id, one, None if one in group_by or "" in named[one] else named[one]
            )
            for one in dimensions
        }

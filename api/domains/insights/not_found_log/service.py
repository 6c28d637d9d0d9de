"""Rules of addresses that nobody answers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from api.auth.member import Member
from api.domains.hosts.custom_domains.hosts import shown_host
from api.domains.hosts.not_found_log.paths import id_in, name_in
from api.domains.insights.not_found_log.errors import NotOurHost
from api.domains.insights.not_found_log.repository import Address, DismissedMissRepository
from api.domains.insights.not_found_log.schemas import (
    DismissMissedAddress,
    ListMissedAddresses,
    MissedAddress,
    MissedAddresses,
    MissedAddressKept,
)
from api.domains.insights.reports.schemas import AskReport
from api.domains.insights.reports.service import ReportService

REPORT = "missed_paths"
DAYS = 90
INTERVAL: Literal["90day"] = "90day"
LOOKED_THROUGH = 1_000
"""Addresses of the report, those that were asked for most often, of which the list is made."""
MOST_DISMISSED = 1_000


class MissedAddressService:
    """What nobody answers at an organisation's proven hosts."""

    def __init__(
        self,
        misses: DismissedMissRepository,
        reports: ReportService,
        now: datetime,
    ) -> None:
        self._misses = misses
        self._reports = reports
        self._now = now

    def list_missed(self, member: Member, wanted: ListMissedAddresses) -> MissedAddresses:
        """The addresses that were asked for and that nobody answers up to now.

        Raises:
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        domains = self._misses.proven_hosts(member.org_id)
        if not domains:
            return MissedAddresses(items=[], total=0, days=DAYS, is_cut=False)
        answer = self._reports.ask(
            member,
            AskReport(report=REPORT, interval=INTERVAL, limit=LOOKED_THROUGH, include_bots=True),
        )
        dismissed = self._misses.dismissed(member.org_id)
        items = [
            _read(domains[str(row["host"])], row)
            for row in answer.rows
            if row["host"] in domains
            and ((row["host"], row["path"]) in dismissed) is wanted.is_dismissed
            and (row["people"] or wanted.include_bots or wanted.is_dismissed)
        ]
        items = self._still_missed(member.org_id, items)
        return MissedAddresses(
            items=items[wanted.offset : wanted.offset + wanted.limit],
            total=len(items),
            days=DAYS,
            is_cut=answer.total > LOOKED_THROUGH,
        )

    def dismiss(self, member: Member, wanted: DismissMissedAddress) -> MissedAddressKept:
        """Put an address aside, or show it again.

        Raises:
            NotOurHost: the organisation has not proven this host.
        """
        if wanted.host not in self._misses.proven_hosts(member.org_id):
            raise NotOurHost
        address: Address = (wanted.host, wanted.path)
        if wanted.is_dismissed:
            self._misses.dismiss(
                member.org_id, address, member.caller_id, self._now, MOST_DISMISSED
            )
        else:
            self._misses.bring_back(member.org_id, address)
        return MissedAddressKept(
            host=wanted.host, path=wanted.path, is_dismissed=wanted.is_dismissed
        )

    def _still_missed(self, org_id: str, items: list[MissedAddress]) -> list[MissedAddress]:
        """Less those that a code answers by now, under its name or its id."""
        names = self._misses.names_in_use(org_id, {it.name for it in items if it.name})
        ids = self._misses.ids_in_use(
            org_id, {found for it in items if (found := id_in(it.path)) is not None}
        )
        return [it for it in items if it.name not in names and id_in(it.path) not in ids]


def _read(domain_id: str, row: Mapping[str, object]) -> MissedAddress:
    return MissedAddress.model_validate(
        {
            **row,
            "domain_id": domain_id,
            "shown_host": shown_host(str(row["host"])),
            "name": name_in(str(row["path"])),
        }
    )

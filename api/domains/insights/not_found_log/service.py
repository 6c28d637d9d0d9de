"""Rules of the not-found log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from api.auth.member import Member
from api.domains.hosts.custom_domains.hosts import shown_host
from api.domains.hosts.not_found_log.paths import id_in, name_in
from api.domains.insights.not_found_log.errors import DomainNotFound
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
MAX_ROWS_READ = 1_000
"""Number of report rows from which the list is made, most requested first."""
MAX_DISMISSED = 1_000


class NotFoundLogService:
    """The not-found log of an organisation's verified domains."""

    def __init__(
        self,
        misses: DismissedMissRepository,
        reports: ReportService,
        now: datetime,
    ) -> None:
        self._misses = misses
        self._reports = reports
        self._now = now

    def list_missed(self, member: Member, body: ListMissedAddresses) -> MissedAddresses:
        """Return addresses that returned 404 and still would.

        Raises:
            AnalyticsBehind: the marts are too far behind the events.
            AnalyticsNotReady: the lake cannot be read.
        """
        domains = self._misses.verified_hosts(member.org_id)
        if not domains:
            return MissedAddresses(items=[], total=0, days=DAYS, is_cut=False)
        answer = self._reports.ask(
            member,
            AskReport(report=REPORT, interval=INTERVAL, limit=MAX_ROWS_READ, include_bots=True),
        )
        dismissed = self._misses.dismissed(member.org_id)
        items = [
            _read(domains[str(row["host"])], row)
            for row in answer.rows
            if row["host"] in domains
            and ((row["host"], row["path"]) in dismissed) is body.is_dismissed
            and (row["people"] or body.include_bots or body.is_dismissed)
        ]
        items = self._without_existing_codes(member.org_id, items)
        return MissedAddresses(
            items=items[body.offset : body.offset + body.limit],
            total=len(items),
            days=DAYS,
            is_cut=answer.total > MAX_ROWS_READ,
        )

    def dismiss(self, member: Member, body: DismissMissedAddress) -> MissedAddressKept:
        """Dismiss an address, or undo the dismissal.

        Raises:
            DomainNotFound: the organisation has not verified this host.
        """
        if body.host not in self._misses.verified_hosts(member.org_id):
            raise DomainNotFound
        address: Address = (body.host, body.path)
        if body.is_dismissed:
            self._misses.dismiss(member.org_id, address, member.caller_id, self._now, MAX_DISMISSED)
        else:
            self._misses.restore(member.org_id, address)
        return MissedAddressKept(host=body.host, path=body.path, is_dismissed=body.is_dismissed)

    def _without_existing_codes(
        self, org_id: str, items: list[MissedAddress]
    ) -> list[MissedAddress]:
        """Return the list without addresses at which a code is available by now, by its slug or ID."""
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

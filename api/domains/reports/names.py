"""What the ids in a report are called. The lake holds ids alone: names change, and may be erased."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from api.domains.analytics.history import CodeHistory
from api.domains.analytics.repository import CodeNames
from warehouse.queries.language import Dimension

_pages = table("pages", column("org_id"), column("page_id"), column("name"))
_checks = table("destination_checks", column("org_id"), column("code_id"), column("state"))
_polls = table("polls", column("org_id"), column("poll_id"), column("question"))
_promo_codes = table("promo_codes", column("org_id"), column("promo_code_id"), column("shown"))


_REMEMBERED = {"code": Dimension.CODE, "folder": Dimension.FOLDER}


class ReportNames:
    """Reads names of an organisation's things by kind and id."""

    def __init__(self, session: Session) -> None:
        self._session = session
        codes = CodeNames(session)
        self._history = CodeHistory(session)
        self._readers: Mapping[str, Callable[[str, Iterable[str]], dict[str, str]]] = {
            "code": codes.of,
            "folder": codes.of_folders,
            "page": self._of_pages,
            "poll": self._of_polls,
            "subject": self._of_subjects,
        }

    def knows(self, kind: str) -> bool:
        """Whether things of this kind have names."""
        return kind in self._readers

    @staticmethod
    def remembers(kind: str) -> bool:
        """Whether it is known what things of this kind were called before."""
        return kind in _REMEMBERED

    def of(
        self, kind: str, org_id: str, ids: Iterable[str], at: datetime | None = None
    ) -> dict[str, str]:
        """Name by id, as it was at `at` where that is remembered; unknown ones left out."""
        wanted = sorted({one for one in ids if one})
        if not wanted:
            return {}
        if at and kind in _REMEMBERED:
            return self._history.names(org_id, _REMEMBERED[kind], wanted, at)
        return self._readers[kind](org_id, wanted)

    def broken_codes(self, org_id: str) -> frozenset[str]:
        """Codes that lead to an address which did not answer when it was last asked."""
        found = (
            select(_checks.c.code_id)
            .where(_checks.c.org_id == org_id)
            .where(_checks.c.state != "fine")
        )
        return frozenset(self._session.scalars(found))

    def _of_pages(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        found = (
            select(_pages.c.page_id, _pages.c.name)
            .where(_pages.c.org_id == org_id)
            .where(_pages.c.page_id.in_(list(ids)))
        )
        return self._read(found)

    def _of_polls(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        found = (
            select(_polls.c.poll_id, _polls.c.question)
            .where(_polls.c.org_id == org_id)
            .where(_polls.c.poll_id.in_(list(ids)))
        )
        return self._read(found)

    def _of_subjects(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        """Names of what was redeemed: promo codes as they are shown, one-time codes as codes are."""
        wanted = list(ids)
        found = (
            select(_promo_codes.c.promo_code_id, _promo_codes.c.shown)
            .where(_promo_codes.c.org_id == org_id)
            .where(_promo_codes.c.promo_code_id.in_(wanted))
        )
        return CodeNames(self._session).of(org_id, wanted) | self._read(found)

    def _read(self, statement: object) -> dict[str, str]:
        rows: Iterable[tuple[str, str]] = self._session.execute(statement).all()  # type: ignore[call-overload]
        return dict(rows)

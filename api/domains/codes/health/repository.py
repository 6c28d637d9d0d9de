"""Findings of one organisation."""

from sqlalchemy import Row, func, select

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.models import Code
from api.domains.codes.health.models import DestinationCheck
from api.domains.codes.health.schemas import ListCodeHealth

Found = Row[DestinationCheck, str]
_COLUMNS = Columns(
    searched=(Code.name, DestinationCheck.url, DestinationCheck.reason),
    ordered={
        "broken_since": DestinationCheck.broken_since,
        "checked_at": DestinationCheck.checked_at,
        "name": Code.name,
        "url": DestinationCheck.url,
    },
    usual="broken_since",
)


class CodeHealthRepository(Repository[DestinationCheck]):
    """What the nightly check found."""

    model = DestinationCheck

    def list_findings(self, org_id: str, wanted: ListCodeHealth) -> tuple[list[Found], int]:
        """One page of findings with the codes' names, those broken longest first unless they are sorted;
        and how many.
        """
        code_id = wanted.code_id
        found = (
            self.scoped(org_id)
            .join(Code, Code.code_id == DestinationCheck.code_id)
            .where(Code.org_id == org_id, Code.deleted_at.is_(None))
        )
        if code_id is None:
            found = found.where(DestinationCheck.state != "fine")
        else:
            found = found.where(DestinationCheck.code_id == code_id)
        found = _COLUMNS.matching(found, wanted)
        total = self.session.scalar(select(func.count()).select_from(found.subquery())) or 0
        rows = self.session.execute(
            found.add_columns(Code.name)
            .order_by(
                _COLUMNS.order(wanted),
                DestinationCheck.code_id,
                DestinationCheck.url,
            )
            .limit(wanted.paging.page_size)
            .offset(wanted.paging.offset)
        )
        return list(rows), total

"""Findings of one organisation."""

from sqlalchemy import Row, func, select

from api.db.tenancy import Repository
from api.domains.code_health.models import DestinationCheck
from api.domains.codes.models import Code
from api.kit.pagination import Paging

Found = Row[DestinationCheck, str]


class CodeHealthRepository(Repository[DestinationCheck]):
    """What the nightly check found."""

    model = DestinationCheck

    def list_findings(
        self, org_id: str, paging: Paging, code_id: str | None
    ) -> tuple[list[Found], int]:
        """One page of findings with the codes' names, those broken longest first; and how many."""
        found = (
            self.scoped(org_id)
            .join(Code, Code.code_id == DestinationCheck.code_id)
            .where(Code.org_id == org_id, Code.deleted_at.is_(None))
        )
        if code_id is None:
            found = found.where(DestinationCheck.state != "fine")
        else:
            found = found.where(DestinationCheck.code_id == code_id)
        total = self.session.scalar(select(func.count()).select_from(found.subquery())) or 0
        rows = self.session.execute(
            found.add_columns(Code.name)
            .order_by(
                DestinationCheck.broken_since.asc().nulls_last(),
                DestinationCheck.code_id,
                DestinationCheck.url,
            )
            .limit(paging.page_size)
            .offset(paging.offset)
        )
        return list(rows), total

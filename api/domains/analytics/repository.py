"""Names of codes, through the view that analytics may read."""

from collections.abc import Iterable

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

_codes = table("codes", column("org_id"), column("code_id"), column("name"), schema="analytics_v1")


class CodeNames:
    """Reads names of an organisation's codes."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def of(self, org_id: str, code_ids: Iterable[str]) -> dict[str, str]:
        """Name by code id; deleted codes included, unknown ones left out."""
        wanted = (
            select(_codes.c.code_id, _codes.c.name)
            .where(_codes.c.org_id == org_id)
            .where(_codes.c.code_id.in_(list(code_ids)))
        )
        rows: Iterable[tuple[str, str]] = self.session.execute(wanted).all()
        return dict(rows)

    def has(self, org_id: str, code_id: str) -> bool:
        """Whether the organisation has, or had, this code."""
        return bool(self.of(org_id, [code_id]))

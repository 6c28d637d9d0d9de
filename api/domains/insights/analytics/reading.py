"""Names and groups of codes and folders, read through the views of analytics."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    TableClause,
    and_,
    cast,
    column,
    func,
    or_,
    select,
    table,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from api.domains.content.pages.tables import pages
from api.kit.coordinates import LATITUDE, Coordinates, coordinates_of, without_coordinates
from api.kit.coordinates import NAMES as COORDINATES
from warehouse.queries.language import AnyDimension, Dimension, Property

_VIEWS = "analytics_v1"
_codes = table(
    "codes",
    *(
        column(name)
        for name in ("org_id", "code_id", "name", "folder_id", "base_code_id", "properties")
    ),
    schema=_VIEWS,
)
_folders = table("folders", column("org_id"), column("folder_id"), column("name"), schema=_VIEWS)


@dataclass(frozen=True)
class LocatedCode:
    """A code and its placement."""

    code_id: str
    name: str
    placement: str
    at: Coordinates


class CodeNames:
    """Reads names and groups of an organisation's codes."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def of(self, org_id: str, code_ids: Iterable[str]) -> dict[str, str]:
        """Return names by code ID, including deleted codes and without unknown ones."""
        return self._names(_codes, _codes.c.code_id, org_id, code_ids)

    def has(self, org_id: str, code_id: str) -> bool:
        """Return whether the organisation has, or had, this code."""
        return bool(self.of(org_id, [code_id]))

    def of_folders(self, org_id: str, folder_ids: Iterable[str]) -> dict[str, str]:
        """Return names by folder ID, without unknown ones."""
        return self._names(_folders, _folders.c.folder_id, org_id, folder_ids)

    def of_pages(self, org_id: str, page_ids: Iterable[str]) -> dict[str, str]:
        """Return names by page ID, without unknown ones."""
        return self._names(pages, pages.c.page_id, org_id, page_ids)

    def folders_of_codes(self, org_id: str) -> dict[str, str]:
        """Return the current folder by code ID, without codes that have none."""
        statement = (
            select(_codes.c.code_id, _codes.c.folder_id)
            .where(_codes.c.org_id == org_id)
            .where(_codes.c.folder_id.is_not(None))
        )
        rows: Iterable[tuple[str, str]] = self.session.execute(statement).all()
        return dict(rows)

    def placements_of_codes(self, org_id: str) -> dict[str, str]:
        """Return the placement by code ID: the code's properties, such as `store: Main Street, table: 4`."""
        statement = (
            select(_codes.c.code_id, cast(_codes.c.properties, JSONB))
            .where(_codes.c.org_id == org_id)
            .where(cast(_codes.c.properties, JSONB) != cast({}, JSONB))
        )
        rows: Iterable[tuple[str, dict[str, str]]] = self.session.execute(statement).all()
        placements = {code_id: placement_of(properties) for code_id, properties in rows}
        return {code_id: placement for code_id, placement in placements.items() if placement}

    def bases_of_codes(self, org_id: str, among: Iterable[str] | None = None) -> dict[str, str]:
        """Return the base code by code ID. A code that is not a child is its own base. `among` limits the result to
        these bases.
        """
        base = func.coalesce(_codes.c.base_code_id, _codes.c.code_id)
        statement = select(_codes.c.code_id, base).where(_codes.c.org_id == org_id)
        if among is not None:
            bases = list(among)
            # These two conditions use indexes. One on the coalesced column would read every code.
            statement = statement.where(
                or_(
                    _codes.c.base_code_id.in_(bases),
                    and_(_codes.c.code_id.in_(bases), _codes.c.base_code_id.is_(None)),
                )
            )
        rows: Iterable[tuple[str, str]] = self.session.execute(statement).all()
        return dict(rows)

    def groups_of_codes(
        self, org_id: str, dimension: AnyDimension, among: Iterable[str] | None = None
    ) -> dict[str, str]:
        """Return the current group by code ID, without codes that have none. `among` lists the groups that are
        needed.
        """
        if isinstance(dimension, Property):
            return self._values_of_codes(org_id, dimension.name)
        if dimension is Dimension.FOLDER:
            return self.folders_of_codes(org_id)
        if dimension is Dimension.BASE_CODE:
            return self.bases_of_codes(org_id, among)
        return self.placements_of_codes(org_id)

    def _values_of_codes(self, org_id: str, name: str) -> dict[str, str]:
        value = cast(_codes.c.properties, JSONB)[name].astext
        statement = (
            select(_codes.c.code_id, value)
            .where(_codes.c.org_id == org_id)
            .where(cast(_codes.c.properties, JSONB).has_key(name))
            .where(value != "")
        )
        rows: Iterable[tuple[str, str]] = self.session.execute(statement).all()
        return dict(rows)

    def properties_of_codes(self, org_id: str, limit: int) -> list[tuple[str, int]]:
        """Return the names of properties except coordinates with their number of codes, most frequent first."""
        has = (
            select(func.jsonb_object_keys(cast(_codes.c.properties, JSONB)).label("name"))
            .where(_codes.c.org_id == org_id)
            .subquery()
        )
        codes = func.count()
        statement = (
            select(has.c.name, codes)
            .where(has.c.name.not_in(COORDINATES))
            .group_by(has.c.name)
            .order_by(codes.desc(), has.c.name)
            .limit(limit)
        )
        rows: Iterable[tuple[str, int]] = self.session.execute(statement).all()
        return [(name, codes) for name, codes in rows]

    def located_codes(self, org_id: str) -> list[LocatedCode]:
        """Return codes with coordinates."""
        statement = (
            select(_codes.c.code_id, _codes.c.name, cast(_codes.c.properties, JSONB))
            .where(_codes.c.org_id == org_id)
            .where(cast(_codes.c.properties, JSONB).has_key(LATITUDE))
            .order_by(_codes.c.code_id)
        )
        rows: Iterable[tuple[str, str, dict[str, str]]] = self.session.execute(statement).all()
        return [
            LocatedCode(code_id, name, placement_of(properties), at)
            for code_id, name, properties in rows
            if (at := coordinates_of(properties)) is not None
        ]

    def _names(
        self, named: TableClause, key: ColumnElement[str], org_id: str, ids: Iterable[str]
    ) -> dict[str, str]:
        statement = (
            select(key, named.c.name).where(named.c.org_id == org_id).where(key.in_(list(ids)))
        )
        rows: Iterable[tuple[str, str]] = self.session.execute(statement).all()
        return dict(rows)


def placement_of(properties: dict[str, str]) -> str:
    """Return the placement of a code as text, such as `store: Main Street, table: 4`."""
    labels = without_coordinates(properties)
    return ", ".join(f"{name}: {value}" for name, value in sorted(labels.items()))

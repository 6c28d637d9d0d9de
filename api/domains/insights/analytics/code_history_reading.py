"""Groups and names of codes at a point in time, read through the views of analytics."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import column, func, select, table
from sqlalchemy.dialects.postgresql import JSONB, distinct_on
from sqlalchemy.orm import Session

from api.domains.insights.analytics.reading import placement_of
from warehouse.queries.history import Version
from warehouse.queries.language import AnyDimension, Dimension, Property

_codes = table(
    "code_history",
    *(
        column(name)
        for name in ("org_id", "code_id", "name", "folder_id", "base_code_id", "valid_from")
    ),
    column("properties", JSONB),
    schema="analytics_v1",
)
_folders = table(
    "folder_history",
    *(column(name) for name in ("org_id", "folder_id", "name", "is_removed", "valid_from")),
    schema="analytics_v1",
)


class CodeHistory:
    """Reads the versions of an organisation's codes and folders."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of_groups(
        self, org_id: str, dimensions: Iterable[AnyDimension]
    ) -> dict[AnyDimension, list[Version]]:
        """Return every version of every code's folder, placement, base or property, by dimension."""
        statement = select(
            _codes.c.code_id,
            _codes.c.valid_from,
            _codes.c.folder_id,
            _codes.c.base_code_id,
            _codes.c.properties,
        ).where(_codes.c.org_id == org_id)
        result: dict[AnyDimension, list[Version]] = {dimension: [] for dimension in dimensions}
        for code_id, since, folder_id, base_code_id, properties in self._session.execute(
            statement
        ).all():
            for dimension, versions in result.items():
                if isinstance(dimension, Property):
                    group = properties.get(dimension.name, "")
                elif dimension is Dimension.FOLDER:
                    group = folder_id or ""
                elif dimension is Dimension.BASE_CODE:
                    group = base_code_id or code_id
                else:
                    group = placement_of(properties)
                versions.append(Version(code_id, since, group))
        return result

    def names(
        self, org_id: str, dimension: Dimension, keys: Iterable[str], at: datetime
    ) -> dict[str, str]:
        """Return the names of these codes or folders at `at`. Those created later have their first name."""
        history, key = (
            (_codes, _codes.c.code_id)
            if dimension is Dimension.CODE
            else (_folders, _folders.c.folder_id)
        )
        distance = func.extract("epoch", history.c.valid_from - at)
        statement = (
            select(key, history.c.name)
            .where(history.c.org_id == org_id, key.in_(list(keys)))
            .ext(distinct_on(key))
            .order_by(key, history.c.valid_from > at, func.abs(distance))
        )
        rows: Iterable[tuple[str, str]] = self._session.execute(statement).all()
        return dict(rows)

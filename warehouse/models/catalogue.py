"""The SQL models and their YAML descriptions, the single source for builds, checks and the Dagster UI."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import yaml

from warehouse.dimensions import DIMENSIONS

if TYPE_CHECKING:  # processes that only describe tables, such as a code server, need neither
    import duckdb
    import pyarrow as pa

Role = Literal["key", "sum", "min", "max", "first", "any", "bitmap"]
"""How compaction combines rows of the same key."""

_FOLDER = Path(__file__).parent
_EVERY_DIMENSION = re.compile(
    r"^( *)/\* every dimension(?: of (\w+)|: (.+))? \*/(?=,?$)", re.MULTILINE
)
"""A line of SQL that stands for one column per dimension. `of` names their table if several are joined. After a colon,
it stands for a copy of the line per dimension, with the dimension instead of `{}`.
"""


@dataclass(frozen=True)
class Column:
    """One column as described in the YAML."""

    name: str
    type: str
    nullable: bool
    description: str
    role: Role | None = None


@dataclass(frozen=True)
class Model:
    """One SQL model with its description."""

    layer: str
    name: str
    sql: str
    description: str
    grain: str
    sources: tuple[str, ...]
    columns: tuple[Column, ...]
    unique: tuple[str, ...]
    accepted: dict[str, tuple[str, ...]]
    minimum: dict[str, int]
    not_above: tuple[tuple[str, str], ...]
    """Pairs of columns of which the first is never greater than the second: a part and its whole, or two times."""
    consumers: tuple[str, ...]
    partition_by: tuple[str, ...] = ()
    sorted_by: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    """Event families from which its rows come. If empty, any family."""
    superseded: tuple[str, ...] = ()
    """Columns of older versions. A mart that still has one of them is emptied and refilled from events."""

    @property
    def full_name(self) -> str:
        return f"{self.layer}.{self.name}"

    @property
    def schema(self) -> "pa.Schema":
        """Return the Arrow schema of the model's rows."""
        import pyarrow as pa

        from warehouse.schemas import ARROW_TYPES

        return pa.schema(
            [
                pa.field(column.name, ARROW_TYPES[column.type], column.nullable)
                for column in self.columns
            ]
        )

    def columns_with(self, *roles: Role) -> list[str]:
        """Return the names of the columns that have one of these roles."""
        return [column.name for column in self.columns if column.role in roles]


def read_yaml(path: Path) -> Any:
    """Return the contents of a description. It is parsed by libyaml, ten times as fast as the parser in Python."""
    return yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


def _from_yaml(path: Path) -> Model:
    text: dict[str, Any] = read_yaml(path)
    expectations: dict[str, Any] = text["expectations"]
    return Model(
        layer=path.parent.name,
        name=path.stem,
        sql=_EVERY_DIMENSION.sub(_spelled, path.with_suffix(".sql").read_text()),
        description=text["description"].strip(),
        grain=text["grain"],
        sources=tuple(text["sources"]),
        columns=tuple(_columns(text["columns"], "key" if path.parent.name == "marts" else None)),
        unique=tuple(expectations.get("unique", ())),
        accepted={
            name: tuple(_accepted(values))
            for name, values in expectations.get("accepted", {}).items()
        },
        minimum=expectations.get("minimum", {}),
        not_above=tuple((one, other) for one, other in expectations.get("not_above", ())),
        consumers=tuple(text["consumers"]),
        partition_by=tuple(text.get("partition_by", ())),
        sorted_by=tuple(text.get("sorted_by", ())),
        families=tuple(text.get("families", ())),
        superseded=tuple(text.get("superseded", ())),
    )


def _columns(declared: list[Any], role: Role | None) -> Iterator[Column]:
    """Yield the columns with this role. `every dimension` is expanded to all dimensions."""
    for one in declared:
        if one == "every dimension":
            for name, description in DIMENSIONS.items():
                yield Column(name, "string", nullable=True, description=description, role=role)
        else:
            yield Column(**one)


def _accepted(values: list[str]) -> Iterator[str]:
    """Yield the values. `every dimension` is expanded to the names of all dimensions."""
    for one in values:
        yield from DIMENSIONS if one == "every dimension" else (one,)


def _spelled(found: re.Match[str]) -> str:
    indent, table = found[1], f"{found[2]}." if found[2] else ""
    if found[3]:
        return "\n".join(indent + found[3].replace("{}", name) for name in DIMENSIONS)
    return indent + f",\n{indent}".join(f"{table}{name}" for name in DIMENSIONS)


@lru_cache
def all_models() -> dict[str, Model]:
    """Return every model by its full name, such as `marts.activity_15m`."""
    models = [_from_yaml(path) for path in sorted(_FOLDER.glob("*/*.yml"))]
    return {model.full_name: model for model in models}


def get_model(full_name: str) -> Model:
    """Return the model with this full name."""
    return all_models()[full_name]


def marts() -> dict[str, Model]:
    """Return the models that are stored as Delta tables, by table name, in the order in which they are built."""
    order = (
        "visitors",
        "visitor_numbers",
        "activity_15m",
        "people_15m",
        "activity_day",
        "funnel_15m",
        "form_fields",
        "votes",
        "redemptions",
        "messages",
        "passes",
        "orders",
        "plays",
        "visitor_scans",
        "customer_acts",
        "person_acts",
        "code_outcomes",
        "missed_paths",
        "code_stock",
        "loyalty_entries",
        "reward_awards",
        "prizes",
        "automation_moves",
    )
    return {name: get_model(f"marts.{name}") for name in order}


@lru_cache
def _macros() -> str:
    return (_FOLDER / "core" / "macros.sql").read_text()


def define_macros(connection: "duckdb.DuckDBPyConnection") -> None:
    """Add `visitor_hash`, `audience_of`, `family_of` and `bucket_of` to the connection."""
    connection.execute(_macros())

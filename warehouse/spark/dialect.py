"""Translates a model's SQL for Spark with SQLGlot, and defines our own macros in Spark's SQL."""

import json
from collections.abc import Mapping
from typing import Any

_LOW_HALF = range(31, 15, -2)
"""Positions of the bytes in the low half of MD5 within its text, counted from 1, the highest first."""

_FAMILY_OF = (
    "case when ARGUMENT_0 = 'view' and ARGUMENT_1 < 3"
    " and coalesce(get_json_object(ARGUMENT_2, '$.action'), 'view') <> 'view'"
    " then 'use' when ARGUMENT_0 = 'redemption'"
    " and get_json_object(ARGUMENT_2, '$.action') = 'undone'"
    " then 'undone_redemption' when ARGUMENT_0 = 'redemption'"
    " and get_json_object(ARGUMENT_2, '$.kind') = 'master_key'"
    " then 'master_use' else ARGUMENT_0 end"
)

MACROS: Mapping[str, str] = {
    "visitor_hash": (
        "cast(floor(cast(conv(concat("
        + ", ".join(f"substring(md5(ARGUMENT_0), {place}, 2)" for place in _LOW_HALF)
        + "), 16, 10) as decimal(20, 0)) / 2) as bigint)"
    ),
    "audience_of": (
        "case when ARGUMENT_0 then 'bot' when ARGUMENT_1 then 'preview' else 'human' end"
    ),
    "family_of": _FAMILY_OF,
    "act_of": (
        "case when ARGUMENT_0 = 'order'"
        " and get_json_object(ARGUMENT_2, '$.status') = 'refunded' then 'refund'"
        f" when ARGUMENT_0 <> 'pass' then {_FAMILY_OF}"
        " when get_json_object(ARGUMENT_2, '$.action') in ('downloaded', 'installed') then 'pass'"
        " when get_json_object(ARGUMENT_2, '$.action') = 'removed' then 'pass_removed'"
        " else 'pass_change' end"
    ),
    "bucket_of": "timestamp_seconds(unix_seconds(ARGUMENT_0) - pmod(unix_seconds(ARGUMENT_0), 900))",
    "timezone": "from_utc_timestamp(ARGUMENT_1, ARGUMENT_0)",
}
"""The macros that `models/core/macros.sql` defines for DuckDB, and functions that only DuckDB has. A local time is a
timestamp with local date and time parts, in a session whose time zone is UTC.
"""


def view_name(schema: str, name: str) -> str:
    """Return the name of a temporary view, because temporary views of Spark have no schema."""
    return f"{schema}__{name}"


def to_spark(sql: str) -> str:
    """Return the statement in Spark's dialect.

    Raises:
        sqlglot.errors.SqlglotError: the statement contains something that Spark does not support.
    """
    import sqlglot
    from sqlglot import ErrorLevel

    parsed = _side_by_side(_without_exclude(sqlglot.parse_one(sql, read="duckdb")))
    translated: str = parsed.transform(_in_spark).sql(
        "spark", unsupported_level=ErrorLevel.RAISE, comments=False
    )
    return translated


def _without_exclude(parsed: Any) -> Any:
    """Replace `* exclude (…)` over a subquery with the remaining columns, because Spark 3 does not support it."""
    from sqlglot import expressions as exp

    for select in list(parsed.find_all(exp.Select)):
        inner = select.find(exp.Subquery)
        for star in [one for one in select.expressions if isinstance(one, exp.Star)]:
            excluded = {one.name for one in star.args.get("except_") or ()}
            if excluded and inner is not None:
                names = [name for name in inner.named_selects if name not in excluded]
                others = [one for one in select.expressions if one is not star]
                select.set("expressions", [*(exp.column(name) for name in names), *others])
    return parsed


def _side_by_side(parsed: Any) -> Any:
    """Combine several lists that one select unnests into one zipped list, because Spark can unnest only one."""
    from sqlglot import expressions as exp

    for select in list(parsed.find_all(exp.Select)):
        lists = [one for one in select.expressions if one.find(exp.Explode, exp.Unnest)]
        if len(lists) > 1:
            zipped = exp.Anonymous(
                this="arrays_zip", expressions=[one.this.this.copy() for one in lists]
            )
            names = [exp.to_identifier(one.alias) for one in lists]
            entries = exp.Aliases(
                this=exp.Anonymous(this="inline", expressions=[zipped]), expressions=names
            )
            others = [one for one in select.expressions if one not in lists]
            select.set("expressions", [*others, entries])
    return parsed


def _in_spark(node: Any) -> Any:
    import sqlglot
    from sqlglot import expressions as exp

    if isinstance(node, exp.Table) and node.db:
        return exp.Table(
            this=exp.to_identifier(view_name(node.db, node.name)), alias=node.args.get("alias")
        )
    if isinstance(node, exp.FromJson):
        parts = (one.this for one in node.expression.dfs() if isinstance(one, exp.Literal))
        fields = exp.Literal.string(_fields(json.loads("".join(parts))))
        return exp.Anonymous(this="from_json", expressions=[node.this, fields])
    if isinstance(node, exp.Anonymous) and node.name.lower() in MACROS:
        spelled = sqlglot.parse_one(MACROS[node.name.lower()], read="spark")
        given = {f"argument_{place}": one for place, one in enumerate(node.expressions)}
        return spelled.transform(
            lambda inner: (
                given[inner.name.lower()].copy()
                if isinstance(inner, exp.Column) and inner.name.lower() in given
                else inner
            )
        )
    return node


_TYPES = {
    "VARCHAR": "string",
    "BIGINT": "bigint",
    "BOOLEAN": "boolean",
    "DOUBLE": "double",
    "TIMESTAMP WITH TIME ZONE": "timestamp",
}


def _fields(structure: Mapping[str, str | list[str]]) -> str:
    """Return the structure that DuckDB uses to parse a JSON text in Spark's syntax."""
    return ", ".join(
        f"{name} array<{_TYPES[kind[0]]}>" if isinstance(kind, list) else f"{name} {_TYPES[kind]}"
        for name, kind in structure.items()
    )

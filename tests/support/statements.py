"""Test engines share SQLAlchemy's compiled statements, although each test has its own engine for the same
statements.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

_COMPILED: dict[Any, Any] = {}


class SharingDialect(PGDialect_psycopg):
    """Equal to every other dialect of its class, because SQLAlchemy includes the dialect in a statement's cache key."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(SharingDialect)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        """SQLAlchemy's hook for each new engine."""
        engine.update_execution_options(compiled_cache=_COMPILED)


def share_compiled_statements() -> None:
    """Share compiled statements among engines. Called before the first engine of a process is created."""
    registry.register("postgresql.psycopg", __name__, SharingDialect.__name__)

"""Codes of the demonstration, whose IDs and dates are known before they are stored."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.domains.codes.codes.repository import CodeRepository


def insert_codes(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store these codes without changes to the given values."""
    CodeRepository(session).insert_rows(rows)


def backdate_code_move(
    session: Session,
    org_id: str,
    code_id: str,
    folder_id: str,
    properties: Mapping[str, str],
    at: datetime,
) -> None:
    """Move a code to its current place at a time in the past.

    The database dates versions itself, and only the owner of the schema may backdate one.
    """
    CodeRepository(session).backdate_move(org_id, code_id, folder_id, properties, at)

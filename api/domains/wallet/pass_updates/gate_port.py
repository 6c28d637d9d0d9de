"""Decides about messages on passes: a port for the gate of all messages, which is in a domain above this one."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from sqlalchemy.orm import Session


class Admission(NamedTuple):
    """Whether somebody gets a broadcast now. If `not_before` is set, they get it later."""

    allowed: bool
    not_before: datetime | None = None


class BroadcastGate(Protocol):
    """Decides who gets a broadcast, and records the decisions in the same transaction."""

    def admit(
        self,
        session: Session,
        org_id: str,
        broadcast_id: str,
        customer_ids: Collection[str],
        text: str,
    ) -> Mapping[str, Admission]:
        """Return which of these people get it now, later or not at all. None of them may have been merged into another
        one.
        """
        ...

"""Who lets messages on passes through: the gate of all messages, which lies above this domain."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple, Protocol

from sqlalchemy.orm import Session


class Admission(NamedTuple):
    """Whether somebody gets a broadcast now; with `not_before`, not yet."""

    allowed: bool
    not_before: datetime | None = None


class BroadcastGate(Protocol):
    """Decides who gets a broadcast, and notes it in the same transaction."""

    def admit(
        self,
        session: Session,
        org_id: str,
        broadcast_id: str,
        customer_ids: Collection[str],
        text: str,
    ) -> Mapping[str, Admission]:
        """Who of these people, none of them merged into another one, gets it now, later or not at all."""
        ...

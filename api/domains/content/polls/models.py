"""The tables of polls and votes."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, SmallInteger, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Poll(Base):
    """A question on a code."""

    __tablename__ = "polls"

    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    poll_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    question: Mapped[str] = mapped_column(Text)
    choices: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    changeable: Mapped[bool]
    show_results: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    is_open: Mapped[bool]
    closes_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    @property
    def choice_ids(self) -> list[str]:
        return [str(choice["id"]) for choice in self.choices]

    def takes_votes(self, now: datetime) -> bool:
        """Whether the poll is open for votes."""
        return self.is_open and (self.closes_at is None or now < self.closes_at)


class Vote(Base):
    """The choice of one visitor in one poll."""

    __tablename__ = "votes"

    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    poll_id: Mapped[str] = mapped_column(Text, primary_key=True)
    visitor_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    choice: Mapped[str] = mapped_column(Text)
    voted_at: Mapped[datetime]
    changes: Mapped[int]


class VoteTally(Base):
    """The number of votes for one choice, split into sixteen rows."""

    __tablename__ = "vote_tallies"

    code_id: Mapped[str] = mapped_column(Text, primary_key=True)
    poll_id: Mapped[str] = mapped_column(Text, primary_key=True)
    choice: Mapped[str] = mapped_column(Text, primary_key=True)
    part: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    votes: Mapped[int] = mapped_column(BigInteger)

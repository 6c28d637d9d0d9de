"""All SQL for polls and votes."""

import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.content.polls.models import Poll, Vote, VoteTally

PARTS = 16


class PollRepository(Repository[Poll]):
    """Polls of one organisation, accessed through one session."""

    model = Poll

    def now(self) -> datetime:
        """Return when this transaction began, by the database's clock."""
        now: datetime = self.session.execute(select(func.now())).scalar_one()
        return now

    def find(self, org_id: str, code_id: str, poll_id: str) -> Poll | None:
        """Return a poll, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(Poll.code_id == code_id, Poll.poll_id == poll_id)
        )

    def list_polls(self, org_id: str, code_id: str) -> list[Poll]:
        """Return the polls of a code, newest first."""
        statement = self.scoped(org_id).where(Poll.code_id == code_id)
        return list(self.session.scalars(statement.order_by(Poll.created_at.desc(), Poll.poll_id)))

    def count(self, org_id: str, code_id: str, now: datetime) -> tuple[int, int]:
        """Return how many polls of a code accept votes now, and how many there are."""
        takes_votes = Poll.is_open & (Poll.closes_at.is_(None) | (Poll.closes_at > now))
        counted = select(func.count().filter(takes_votes), func.count()).where(
            Poll.org_id == org_id, Poll.code_id == code_id
        )
        open_now, in_all = self.session.execute(counted).one()
        return int(open_now), int(in_all)

    def delete(self, poll: Poll) -> None:
        """Delete a poll with its votes."""
        self.session.delete(poll)
        self.session.flush()

    def add(self, values: Mapping[str, Any]) -> bool:
        """Insert a poll. Returns False if the code already has one with this ID."""
        statement = insert(Poll).values(**values).on_conflict_do_nothing()
        made = self.session.scalar(statement.returning(Poll.poll_id)) is not None
        self.session.flush()
        return made

    def put_from_page(self, values: Mapping[str, Any]) -> None:
        """Insert a poll from a published page, or update it to match the page."""
        new = insert(Poll).values(**values)
        updated = ("question", "choices", "changeable", "show_results", "is_open", "updated_at")
        self.session.execute(
            new.on_conflict_do_update(
                index_elements=[Poll.code_id, Poll.poll_id],
                set_={**{name: new.excluded[name] for name in updated}, "source": "page"},
                where=Poll.org_id == new.excluded.org_id,
            )
        )

    def close_missing(
        self, org_id: str, code_id: str, poll_ids: Sequence[str], now: datetime
    ) -> None:
        """Close the polls that came from a page and are no longer on it."""
        self.session.execute(
            update(Poll)
            .where(Poll.org_id == org_id, Poll.code_id == code_id, Poll.source == "page")
            .where(Poll.is_open, Poll.poll_id.not_in(poll_ids))
            .values(is_open=False, updated_at=now)
        )


class VoteRepository(Repository[Vote]):
    """Votes of one organisation's visitors, accessed through one session."""

    model = Vote

    def choice_of(self, org_id: str, poll: Poll, visitor_id: str) -> str | None:
        """Return a visitor's choice, or None."""
        statement = self.scoped(org_id).where(
            Vote.code_id == poll.code_id,
            Vote.poll_id == poll.poll_id,
            Vote.visitor_id == visitor_id,
        )
        vote = self.session.scalar(statement)
        return vote.choice if vote is not None else None

    def add(self, poll: Poll, visitor_id: str, choice: str, now: datetime) -> bool:
        """Insert a visitor's first vote. Returns False if there is one; the table's key decides."""
        statement = insert(Vote).values(
            code_id=poll.code_id,
            poll_id=poll.poll_id,
            visitor_id=visitor_id,
            org_id=poll.org_id,
            choice=choice,
            voted_at=now,
            changes=0,
        )
        added = statement.on_conflict_do_nothing().returning(Vote.choice)
        return self.session.scalar(added) is not None

    def lock(self, org_id: str, poll: Poll, visitor_id: str) -> Vote:
        """Return a visitor's vote, locked until the transaction ends."""
        statement = self.scoped(org_id).where(
            Vote.code_id == poll.code_id,
            Vote.poll_id == poll.poll_id,
            Vote.visitor_id == visitor_id,
        )
        return self.session.scalars(statement.with_for_update()).one()

    def count(self, poll: Poll, visitor_id: str, changes: Mapping[str, int]) -> None:
        """Add to the tally. Rows are locked in a fixed order, so that no two voters wait for each other."""
        part = zlib.crc32(visitor_id.encode()) % PARTS
        for choice, change in sorted(changes.items()):
            new = insert(VoteTally).values(
                code_id=poll.code_id,
                poll_id=poll.poll_id,
                choice=choice,
                part=part,
                org_id=poll.org_id,
                votes=max(change, 0),
            )
            self.session.execute(
                new.on_conflict_do_update(
                    index_elements=[
                        VoteTally.code_id,
                        VoteTally.poll_id,
                        VoteTally.choice,
                        VoteTally.part,
                    ],
                    set_={"votes": VoteTally.votes + change},
                )
            )

    def tallies(self, org_id: str, code_id: str) -> dict[str, dict[str, int]]:
        """Return the number of votes by poll and choice."""
        rows = self.session.execute(
            select(VoteTally.poll_id, VoteTally.choice, func.sum(VoteTally.votes))
            .where(VoteTally.org_id == org_id, VoteTally.code_id == code_id)
            .group_by(VoteTally.poll_id, VoteTally.choice)
        )
        found: dict[str, dict[str, int]] = {}
        for poll_id, choice, votes in rows:
            found.setdefault(poll_id, {})[choice] = int(votes)
        return found

"""Rules of polls: who may vote, what counts, and who sees the result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind
from api.domains.content.polls.errors import (
    AlreadyVoted,
    PollClosed,
    PollExists,
    PollNotFound,
    PollOnPage,
    TooManyPolls,
    no_such_choice,
)
from api.domains.content.polls.models import Poll
from api.domains.content.polls.repository import PollRepository, VoteRepository
from api.domains.content.polls.schemas import ChoiceVotes, CreatePoll, PollRead, Tally, UpdatePoll

MAX_POLLS = 100
"""Maximum number of polls on one code that accept votes."""
MAX_POLLS_WITH_CLOSED = 1000


def poll_path(code_id: str, poll_id: str) -> str:
    """Return the path of a poll's page."""
    return f"/code/{code_id}/poll/{poll_id}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a vote."""

    poll: Poll
    choice: str
    counted: bool
    previous_choice: str | None = None


class PollService:
    """Polls of the organisation that the session has entered."""

    def __init__(
        self,
        polls: PollRepository,
        votes: VoteRepository,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._polls = polls
        self._votes = votes
        self._now = now
        self._new_id = new_id

    def create(self, org_id: str, codes: CodeService, body: CreatePoll) -> Poll:
        """Create a poll on a code of the organisation.

        A page code without a page of its own leads to its first poll from then on.
        """
        # The code is locked, so that concurrent requests that add polls or change it wait, and both
        # changes are saved.
        code = codes.get_to_change(org_id, body.code_id)
        self._make_room(org_id, body.code_id, adding=1)
        poll_id = body.poll_id or self._new_id("poll")
        values: dict[str, Any] = {
            "code_id": body.code_id,
            "poll_id": poll_id,
            "org_id": org_id,
            "question": body.question,
            "choices": [choice.model_dump() for choice in body.choices],
            "changeable": body.changeable,
            "show_results": body.show_results,
            "source": "call",
            "is_open": True,
            "closes_at": body.closes_at,
            "created_at": self._now,
            "updated_at": self._now,
        }
        if not self._polls.add(values):
            raise PollExists
        if (
            code.type == CodeKind.PAGE
            and effective(code, "destination") is None
            and not any(effective(code, "content").values())
        ):
            codes.lead_to(code, poll_path(code.code_id, poll_id))
        return self.get(org_id, body.code_id, poll_id)

    def update(self, org_id: str, codes: CodeService, body: UpdatePoll) -> Poll:
        """Change a poll. Votes are preserved; those for a removed choice are no longer shown."""
        poll = self.get(org_id, body.code_id, body.poll_id)
        was_open = poll.takes_votes(self._now)
        changes = body.model_dump(exclude_unset=True, exclude={"code_id", "poll_id", "org_id"})
        for name, value in changes.items():
            if value is not None or name == "closes_at":
                setattr(poll, name, value)
        poll.updated_at = self._now
        if poll.takes_votes(self._now) and not was_open:
            codes.get_to_change(org_id, poll.code_id)
            self._make_room(org_id, poll.code_id, adding=0)
        self._polls.session.flush()
        return poll

    def delete(self, org_id: str, codes: CodeService, code_id: str, poll_id: str) -> None:
        """Delete a poll with its votes. A code that led to it then leads to the newest remaining poll."""
        code = codes.get_to_change(org_id, code_id)
        poll = self.get(org_id, code_id, poll_id)
        if poll.source == "page" and poll.is_open:
            raise PollOnPage
        self._polls.delete(poll)
        if effective(code, "destination") == poll_path(code_id, poll_id):
            left = self._polls.list_polls(org_id, code_id)
            codes.lead_to(code, poll_path(code_id, left[0].poll_id) if left else None)

    def _make_room(self, org_id: str, code_id: str, *, adding: int) -> None:
        """Refuse polls beyond the limits. The code's row is locked, so that a count stays correct."""
        open_now, in_all = self._polls.count(org_id, code_id, self._now)
        if open_now + adding > MAX_POLLS or in_all + adding > MAX_POLLS_WITH_CLOSED:
            raise TooManyPolls

    def get(self, org_id: str, code_id: str, poll_id: str) -> Poll:
        """Return a poll."""
        poll = self._polls.find(org_id, code_id, poll_id)
        if poll is None:
            raise PollNotFound
        return poll

    def list_polls(self, org_id: str, code_id: str) -> list[PollRead]:
        """Return all polls of a code with their results, for the organisation."""
        tallies = self._votes.tallies(org_id, code_id)
        return [
            self.read(poll, tallies.get(poll.poll_id, {}))
            for poll in self._polls.list_polls(org_id, code_id)
        ]

    def read(self, poll: Poll, votes: Mapping[str, int] | None = None) -> PollRead:
        """Return a poll with its result, for the organisation."""
        if votes is None:
            votes = self._votes.tallies(poll.org_id, poll.code_id).get(poll.poll_id, {})
        shown = _tally(poll, votes, None, self._now)
        return PollRead(
            **shown.model_dump(),
            public_url=poll_path(poll.code_id, poll.poll_id),
            source=poll.source,
            closes_at=poll.closes_at,
            created_at=poll.created_at,
            updated_at=poll.updated_at,
        )

    def vote(self, org_id: str, poll: Poll, visitor_id: str, choice: str) -> Outcome:
        """Record a visitor's vote, or change it if the poll allows that."""
        if not poll.takes_votes(self._now):
            raise PollClosed
        if choice not in poll.choice_ids:
            raise no_such_choice(poll.choice_ids)
        if self._votes.add(poll, visitor_id, choice, self._now):
            self._votes.count(poll, visitor_id, {choice: 1})
            return Outcome(poll, choice, True)
        vote = self._votes.lock(org_id, poll, visitor_id)
        if vote.choice == choice:
            return Outcome(poll, choice, False)
        if not poll.changeable:
            raise AlreadyVoted(my_choice=vote.choice)
        previous, vote.choice = vote.choice, choice
        vote.changes += 1
        self._votes.count(poll, visitor_id, {previous: -1, choice: 1})
        return Outcome(poll, choice, True, previous)

    def tally(
        self, org_id: str, poll: Poll, visitor_id: str | None, *, is_owner: bool = False
    ) -> Tally:
        """Return the current votes of a poll as far as this visitor may see them. Owners see all of them."""
        mine = self._votes.choice_of(org_id, poll, visitor_id) if visitor_id else None
        votes = None
        if is_owner or shows_result(poll, mine):
            votes = self._votes.tallies(org_id, poll.code_id).get(poll.poll_id, {})
        return _tally(poll, votes, mine, self._now)


def shows_result(poll: Poll, my_choice: str | None) -> bool:
    """Return whether a visitor with this choice, or none yet, may see the result."""
    return poll.show_results == "always" or (poll.show_results == "after" and my_choice is not None)


def _tally(
    poll: Poll, votes: Mapping[str, int] | None, my_choice: str | None, now: datetime
) -> Tally:
    counts = {name: votes.get(name, 0) for name in poll.choice_ids} if votes is not None else {}
    total = sum(counts.values()) if votes is not None else None
    return Tally(
        code_id=poll.code_id,
        poll_id=poll.poll_id,
        question=poll.question,
        choices=[
            ChoiceVotes(
                id=choice["id"],
                label=choice["label"],
                picture_url=choice.get("picture_url"),
                votes=counts.get(choice["id"]),
                percent=round(100 * counts[choice["id"]] / total, 1)
                if total
                else (0.0 if votes is not None else None),
            )
            for choice in poll.choices
        ],
        total=total,
        my_choice=my_choice,
        changeable=poll.changeable,
        is_open=poll.takes_votes(now),
        show_results=poll.show_results,
    )

"""Records the vote of a visitor with its event."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.content.polls.dependencies import PollServiceDep, VoterDep
from api.domains.content.polls.errors import OnlyPeopleVote
from api.domains.content.polls.events import vote_recorded
from api.domains.content.polls.service import Outcome
from api.kit.clock import NowDep
from ingest.outbox import record


class VotingService:
    """Votes by the visitor of one request."""

    def __init__(
        self, voter: VoterDep, polls: PollServiceDep, session: SessionDep, now: NowDep
    ) -> None:
        self._voter = voter
        self._polls = polls
        self._session = session
        self._now = now

    def vote(
        self, code_id: str, poll_id: str, choice: str, *, is_cross_site: bool = False
    ) -> Outcome:
        """Record a vote, and its event if it counts. `is_cross_site` means that another site sent it rather than the
        visitor.

        Raises:
            OnlyPeopleVote: the vote comes from a program, or from another site in the visitor's name.
            PollNotFound, PollClosed, AlreadyVoted, Invalid: the poll does not accept it.
        """
        code = self._voter.voting(code_id)
        if is_cross_site or not self._voter.visit.verdict.is_human:
            raise OnlyPeopleVote
        poll = self._polls.get(code.org_id, code_id, poll_id)
        outcome = self._polls.vote(code.org_id, poll, self._voter.visitor_id, choice)
        if outcome.counted:
            event_id = self._voter.scans.new_event_id()
            record(self._session, vote_recorded(self._voter.visit, outcome, event_id, self._now))
        return outcome


VotingServiceDep = Annotated[VotingService, Depends(VotingService)]

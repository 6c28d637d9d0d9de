"""API routes of polls and votes."""

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import StreamingResponse

from api.auth.member import EditorDep, MaybeMemberDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.content.polls.dependencies import PollServiceDep, VoterDep
from api.domains.content.polls.errors import ResultsHidden
from api.domains.content.polls.live import LiveTalliesDep
from api.domains.content.polls.public import router as public
from api.domains.content.polls.schemas import (
    AppendVote,
    CreatePoll,
    DeletePoll,
    ListPolls,
    PollDeleted,
    PollRead,
    PollRef,
    Polls,
    Tally,
    UpdatePoll,
    VoteTaken,
)
from api.domains.content.polls.service import shows_result
from api.domains.content.polls.voting import VotingServiceDep
from api.kit import live
from api.kit.addresses import client_network
from api.kit.process_state import VisitorStreamsDep
from api.kit.stream_slots import LimitedStream

router = ApiRouter(tags=["votes"])
router.add_routes_of(public)


@router.post("/v1/append-vote")
def append_vote(
    body: AppendVote, voter: VoterDep, voting: VotingServiceDep, polls: PollServiceDep
) -> VoteTaken:
    """Vote in a poll. Each visitor has one vote, which can be changed if the poll allows it."""
    outcome = voting.vote(body.code_id, body.poll_id, body.choice)
    tally = polls.tally(outcome.poll.org_id, outcome.poll, voter.visitor_id)
    return VoteTaken(
        **tally.model_dump(), counted=outcome.counted, previous_choice=outcome.previous_choice
    )


@router.post("/v1/get-votes")
def get_votes(body: PollRef, me: MaybeMemberDep, voter: VoterDep, polls: PollServiceDep) -> Tally:
    """Get the current votes of a poll. Members see all of them, visitors what the poll shows them."""
    code = voter.reading(body.code_id)
    poll = polls.get(code.org_id, body.code_id, body.poll_id)
    is_owner = me is not None and me.org_id == code.org_id
    return polls.tally(code.org_id, poll, voter.visitor_id, is_owner=is_owner)


@router.get(
    "/v1/votes-live/{code_id}/{poll_id}",
    response_class=StreamingResponse,
    responses={200: {"content": {live.MEDIA_TYPE: {}}}},
)
def votes_live(
    code_id: str,
    poll_id: str,
    request: Request,
    voter: VoterDep,
    polls: PollServiceDep,
    tallies: LiveTalliesDep,
    streams: VisitorStreamsDep,
    seconds: Annotated[int, Query(ge=0, le=live.MAX_SECONDS)] = live.MAX_SECONDS,
) -> StreamingResponse:
    """Stream the votes as server-sent events: once immediately, and again within a second of each change. The stream
    ends after ten minutes; browsers reconnect automatically.
    """
    code = voter.reading(code_id)
    poll = polls.get(code.org_id, code_id, poll_id)
    mine = polls.tally(code.org_id, poll, voter.visitor_id).my_choice
    if not shows_result(poll, mine):
        raise ResultsHidden
    events = live.changes(tallies, (code_id, poll_id, tuple(poll.choice_ids)), seconds)
    return LimitedStream(events, streams.acquire(client_network(request), seconds))


@router.post("/v1/create-poll")
def create_poll(
    body: CreatePoll, me: EditorDep, polls: PollServiceDep, codes: CodeServiceDep
) -> PollRead:
    """Create a poll on a code. Polls on a page are created by publishing the page."""
    return polls.read(polls.create(me.org_id, codes, body))


@router.post("/v1/update-poll")
def update_poll(
    body: UpdatePoll, me: EditorDep, polls: PollServiceDep, codes: CodeServiceDep
) -> PollRead:
    """Change, close or open a poll."""
    return polls.read(polls.update(me.org_id, codes, body))


@router.post("/v1/delete-poll")
def delete_poll(
    body: DeletePoll, me: EditorDep, polls: PollServiceDep, codes: CodeServiceDep
) -> PollDeleted:
    """Delete a poll and its votes. Its numbers remain in reports. A poll on a page must be removed from the
    page first.
    """
    polls.delete(me.org_id, codes, body.code_id, body.poll_id)
    return PollDeleted(code_id=body.code_id, poll_id=body.poll_id)


@router.post("/v1/list-polls")
def list_polls(
    body: ListPolls, me: ViewerDep, polls: PollServiceDep, codes: CodeServiceDep
) -> Polls:
    """List the polls of a code with their results, even if visitors cannot see them."""
    codes.get(me.org_id, body.code_id)
    items = polls.list_polls(me.org_id, body.code_id)
    return Polls(items=items, total=len(items))

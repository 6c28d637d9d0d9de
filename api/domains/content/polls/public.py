"""The page of a poll: phone first, whole without JavaScript; with it, the bars move as votes come in."""

import json
from typing import Annotated
from urllib.parse import quote

from fastapi import Form, Request, Response
from starlette.responses import RedirectResponse

from api.db.routing import ApiRouter
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.content.polls.dependencies import PollServiceDep, VoterDep
from api.domains.content.polls.errors import AlreadyVoted, OnlyPeopleVote, PollClosed, PollNotFound
from api.domains.content.polls.schemas import ChoiceVotes, Tally
from api.domains.content.polls.service import poll_path
from api.domains.content.polls.voting import VotingServiceDep
from api.domains.visits.visits.identity import cookie_to_set
from api.kit.errors import ApiError, Invalid, TooMany
from api.rendering.visitor_pages.gate_query import address, preserved_query
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import Words, spoken

router = ApiRouter(tags=["votes"], include_in_schema=False)

OUTCOMES = ("voted", "again", "closed", "choose", "often", "machine")
"""The words in the address to which a vote leads back: what is said of it is called so."""


@router.get("/code/{code_id}/poll/{poll_id}")
def poll_page(
    code_id: str, poll_id: str, request: Request, voter: VoterDep, polls: PollServiceDep
) -> Response:
    """A poll, with the result as far as this visitor may see it."""
    pages = VisitorPagesState.of(request).pages
    try:
        code = voter.entering(code_id)
        poll = polls.get(code.org_id, code_id, poll_id)
    except CodeNotOpen:  # its own page says why, or asks for what opens it
        return _redirect(address(f"/code/{quote(code_id)}", preserved_query(request.url.query)))
    except CodeNotFound:
        return page_response(pages.notice(Notice.UNKNOWN))
    except PollNotFound:
        return page_response(pages.notice(Notice.NO_PAGE))
    identity = voter.greet(code)
    tally = polls.tally(code.org_id, poll, identity.visitor_id)
    answer = page_response(
        pages.render(
            "poll.html.jinja",
            200,
            code.brand,
            page="poll",
            code_id=code.code_id,
            poll=tally,
            shares={choice.id: place for place, choice in enumerate(_with_share(tally))},
            is_fixed=not tally.is_open or (tally.my_choice is not None and not tally.changeable),
            words=json.dumps(_for_script(spoken())),
            message=_outcome_message(tally, request.query_params.get("said", "")),
        )
    )
    cookie = cookie_to_set(identity, is_secure=voter.is_secure)
    if cookie is not None:
        answer.headers.append("set-cookie", cookie)
    return answer


@router.post("/code/{code_id}/poll/{poll_id}", status_code=303, response_class=Response)
def vote_on_page(
    code_id: str,
    poll_id: str,
    request: Request,
    voting: VotingServiceDep,
    choice: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """A vote from the page's form. Leads back there, saying what became of it."""
    path, kept = poll_path(quote(code_id), quote(poll_id)), preserved_query(request.url.query)
    try:
        voting.vote(code_id, poll_id, choice, is_cross_site=_is_cross_site(request))
    except (CodeNotFound, CodeNotOpen, PollNotFound):
        return _redirect(address(path, kept))
    except _REFUSALS as error:
        return _redirect(address(path, kept, f"said={_word_for(error)}"))
    return _redirect(address(path, kept, "said=voted"))


_WORDS: dict[type[ApiError], str] = {
    OnlyPeopleVote: "machine",
    TooMany: "often",
    PollClosed: "closed",
    AlreadyVoted: "again",
    Invalid: "choose",
}
"""What the poll's page says when a vote is not taken."""
_REFUSALS = tuple(_WORDS)


def _word_for(error: ApiError) -> str:
    return next(word for kind, word in _WORDS.items() if isinstance(error, kind))


def _for_script(say: Words) -> dict[str, str]:
    """What the script of a poll says, some of it by the code of what went wrong."""
    return {
        "voted": say.poll_voted,
        "failed": say.poll_failed,
        "change": say.poll_change,
        PollClosed.code: say.poll_closed,
        PollNotFound.code: say.poll_closed,
        CodeNotFound.code: say.poll_closed,
        CodeNotOpen.code: say.promo_closed,
        AlreadyVoted.code: say.poll_again,
        Invalid.code: say.poll_choose,
        TooMany.code: say.poll_often,
        OnlyPeopleVote.code: say.poll_machine,
    }


def _redirect(path: str) -> Response:
    return RedirectResponse(path, status_code=303, headers={"Cache-Control": "no-store"})


def _is_cross_site(request: Request) -> bool:
    """Whether another site made the visitor's browser send this."""
    return request.headers.get("sec-fetch-site") == "cross-site"


def _with_share(tally: Tally) -> list[ChoiceVotes]:
    return [choice for choice in tally.choices if choice.percent]


def _outcome_message(tally: Tally, word: str) -> str:
    if not tally.is_open:
        return spoken().poll_closed
    if word in ("voted", "again") and tally.my_choice is None:
        return ""
    return spoken().of("poll", word) if word in OUTCOMES else ""

"""Shows a poll on its own page, and accepts votes from it."""

import json
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Request, Response
from starlette.responses import RedirectResponse

from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.content.polls.dependencies import PollServiceDep, VoterDep
from api.domains.content.polls.errors import AlreadyVoted, OnlyPeopleVote, PollClosed, PollNotFound
from api.domains.content.polls.schemas import ChoiceVotes, Tally
from api.domains.content.polls.service import poll_path
from api.domains.content.polls.voting import VotingServiceDep
from api.domains.visits.visits.identity import cookie_to_set
from api.kit.errors import ApiError, Invalid, TooMany
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.gate_query import OUTCOME, address, preserved_query
from api.rendering.visitor_pages.pages import Notice, Page, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import Words, spoken

OUTCOMES = ("voted", "again", "closed", "choose", "often", "machine")
"""The words in the address to which a vote redirects. Each selects a message."""


class PollPages:
    """The pages of polls for the visitor of one request."""

    def __init__(
        self, request: Request, voter: VoterDep, polls: PollServiceDep, voting: VotingServiceDep
    ) -> None:
        self._request = request
        self._pages = VisitorPagesState.of(request).pages
        self._voter = voter
        self._polls = polls
        self._voting = voting

    def show(self, code_id: str, poll_id: str) -> Response:
        """Return a poll, with the result as far as this visitor may see it."""
        try:
            code = self._voter.entering(code_id)
            poll = self._polls.get(code.org_id, code_id, poll_id)
        except CodeNotOpen:  # The code's own page explains why, or shows the gate.
            return _redirect(address(f"/code/{quote(code_id)}", self._kept()))
        except CodeNotFound:
            return page_response(self._pages.notice(Notice.UNKNOWN))
        except PollNotFound:
            return page_response(self._pages.notice(Notice.NO_PAGE))
        identity = self._voter.greet(code)
        tally = self._polls.tally(code.org_id, poll, identity.visitor_id)
        answer = page_response(self._page(code.code_id, code.brand, tally))
        cookie = cookie_to_set(identity, is_secure=self._voter.is_secure)
        if cookie is not None:
            answer.headers.append("set-cookie", cookie)
        return answer

    def vote(self, code_id: str, poll_id: str, choice: str) -> Response:
        """Record a vote, and redirect to the page with its outcome."""
        path, kept = poll_path(quote(code_id), quote(poll_id)), self._kept()
        try:
            self._voting.vote(code_id, poll_id, choice, is_cross_site=self._is_cross_site)
        except (CodeNotFound, CodeNotOpen, PollNotFound):
            return _redirect(address(path, kept))
        except _REFUSALS as error:
            return _redirect(address(path, kept, f"{OUTCOME}={_word_for(error)}"))
        return _redirect(address(path, kept, f"{OUTCOME}=voted"))

    def _page(self, code_id: str, brand: Brand, tally: Tally) -> Page:
        return self._pages.render(
            "poll.html.jinja",
            200,
            brand,
            page="poll",
            code_id=code_id,
            poll=tally,
            shares={choice.id: place for place, choice in enumerate(_with_share(tally))},
            is_fixed=not tally.is_open or (tally.my_choice is not None and not tally.changeable),
            words=json.dumps(_for_script(spoken())),
            message=_outcome_message(tally, self._request.query_params.get(OUTCOME, "")),
        )

    def _kept(self) -> str:
        return preserved_query(self._request.url.query)

    @property
    def _is_cross_site(self) -> bool:
        """Whether another site made the visitor's browser send this request."""
        return self._request.headers.get("sec-fetch-site") == "cross-site"


PollPagesDep = Annotated[PollPages, Depends(PollPages)]

_WORDS: dict[type[ApiError], str] = {
    OnlyPeopleVote: "machine",
    TooMany: "often",
    PollClosed: "closed",
    AlreadyVoted: "again",
    Invalid: "choose",
}
"""The message of the poll's page for each reason why a vote is refused."""
_REFUSALS = tuple(_WORDS)


def _word_for(error: ApiError) -> str:
    return next(word for kind, word in _WORDS.items() if isinstance(error, kind))


def _for_script(say: Words) -> dict[str, str]:
    """Return the texts for the script of a poll, some of them by error code."""
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


def _with_share(tally: Tally) -> list[ChoiceVotes]:
    return [choice for choice in tally.choices if choice.percent]


def _outcome_message(tally: Tally, word: str) -> str:
    if not tally.is_open:
        return spoken().poll_closed
    if word in ("voted", "again") and tally.my_choice is None:
        return ""
    return spoken().of("poll", word) if word in OUTCOMES else ""

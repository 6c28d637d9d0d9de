"""The pages of a game: the game itself, the result of a play without JavaScript, the claim of a prize, and the fairness
proof.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from babel import Locale
from fastapi import Depends, Form, Query, Request, Response
from pydantic import ValidationError
from starlette.responses import RedirectResponse

from api.db.routing import ApiRouter
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.promotions.games.dependencies import (
    ClaimServiceDep,
    FairnessServiceDep,
    GameLibraryDep,
    PlayerDep,
    PlayServiceDep,
)
from api.domains.promotions.games.errors import GameNotFound
from api.domains.promotions.games.player import addressed
from api.domains.promotions.games.public_schemas import (
    Answers,
    Claimed,
    ClaimPrize,
    ClaimView,
    FairnessView,
    GameView,
    PlayAnswer,
    PlayGame,
)
from api.domains.promotions.prizes.errors import ClaimNotFound
from api.domains.visits.visits.gate_request import SHOWN_BY_BACK
from api.domains.visits.visits.identity import cookie_to_set
from api.kit.errors import ApiError, Invalid
from api.kit.languages import choose
from api.rendering.games.pages import GamePages, moment, refusal
from api.rendering.games.views import (
    ShownClaim,
    ShownClaimed,
    ShownGame,
    ShownGates,
    ShownOdds,
    ShownProof,
    ShownResult,
    ShownSegment,
    ShownWon,
)
from api.rendering.visitor_pages.gate_query import address, preserved_query
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState
from api.rendering.visitor_pages.words import Words, spoken
from api.rendering.visitor_pages.words.catalogues import locale_of

router = ApiRouter(tags=["games"], include_in_schema=False)

_FORM_FIELDS = ("age", "country", "terms_version", "receipt", "team", "phone")


class GamePagesOfVisitor:
    """The pages of games for the visitor of one request."""

    def __init__(
        self,
        request: Request,
        player: PlayerDep,
        plays: PlayServiceDep,
        claims: ClaimServiceDep,
        fairness: FairnessServiceDep,
        library: GameLibraryDep,
    ) -> None:
        self._request = request
        self._notices = VisitorPagesState.of(request).pages
        self._player = player
        self._plays = plays
        self._claims = claims
        self._fairness = fairness
        self._library = library

    def show(self, code_id: str) -> Response:
        """Return the game's page; new visitors get a cookie, so that plays from the same browser are recognised."""

        def draw() -> Response:
            if code_id.startswith("game_"):  # page blocks name games this way
                who = self._player.entering(addressed(game_id=code_id))
                return back_to(who.code.code_id, self._request.url.query)
            self._player.entering(addressed(code_id=code_id))
            identity = self._player.greet()
            answer = page_response(self._pages.play(self._game()))
            cookie = cookie_to_set(identity, is_secure=self._player.is_secure)
            if cookie is not None:
                answer.headers.append("set-cookie", cookie)
            return answer

        return self._or_notice(code_id, draw)

    def play(
        self, code_id: str, play_id: str, fields: Mapping[str, str], seed: str, phone_code: str
    ) -> Response:
        """Play without JavaScript: the response is a page. The same form, sent again, gets the same result."""

        def draw() -> Response:
            self._player.reading(addressed(code_id=code_id))
            game = self._game()
            if game.is_skill:
                return page_response(self._pages.refused(game, spoken().game("needs_script"), 200))
            given = {it: text for it, text in fields.items() if text}
            if game.gates.needs_phone:
                typed = given.pop("phone", "")
                step = self._plays.confirm_phone(
                    self._player, typed, phone_code.strip(), self._player.code.brand.name
                )
                if step.says:
                    problem = spoken().game(step.says)
                    return page_response(self._pages.play(game, problem, phone=typed))
                given |= {"phone": step.phone, "phone_proof": step.proof}
            try:
                answers = Answers.model_validate(given)
                body = PlayGame(
                    code_id=code_id, play_id=UUID(play_id), player_seed=seed, answers=answers
                )
            except ValueError:
                return page_response(self._pages.refused(game, spoken().game("refused"), 422))
            try:
                answer = self._plays.play(self._player.playing(body), body)
            except (CodeNotFound, CodeNotOpen, GameNotFound):
                raise
            except ApiError as error:
                return self._refused(game, error)
            claim = answer.outcome.claim if answer.outcome else None
            if claim is not None and claim.claimed_at is not None:
                return self.claim(code_id, claim.token, None)
            return page_response(self._pages.result(game, _result(answer, spoken())))

        return self._or_notice(code_id, draw)

    def claim(self, code_id: str, token: str, contact: Mapping[str, str] | None) -> Response:
        """Claim a prize with the page's form; without a form, show the prize's state."""

        def draw() -> Response:
            try:
                body = ClaimPrize.model_validate(
                    {"token": token, **{it: text for it, text in (contact or {}).items() if text}}
                )
                who = self._player.claiming(body.token)
            except (ValidationError, ClaimNotFound):
                return page_response(self._notices.notice(Notice.NOTHING_HERE))
            game = self._game()
            standing: ClaimView | Claimed | None = None
            try:
                standing = self._claims.standing(who, body.token)
                if contact is not None and isinstance(standing, ClaimView):
                    standing = self._claims.claim(who, body)
            except Invalid:
                problem = spoken().game("claim_contact")
                if isinstance(standing, ClaimView):
                    return page_response(self._pages.claim(game, _claim(standing), problem))
                raise
            except ApiError as error:
                return self._refused(game, error)
            if isinstance(standing, ClaimView):
                return page_response(self._pages.claim(game, _claim(standing)))
            return page_response(self._pages.claimed(game, _claimed(standing, spoken())))

        return self._or_notice(code_id, draw)

    def prove(self, code_id: str) -> Response:
        """Return the page with the fairness proof. It remains available when the code is closed, because it was
        promised.
        """

        def draw() -> Response:
            game = self._plays.game(self._player.reading(addressed(code_id=code_id)))
            return page_response(self._pages.fairness(_proof(self._fairness.view(game))))

        return self._or_notice(code_id, draw)

    def practise(self, code_id: str, given: str) -> Response:
        """Return the practice page of a game, for anybody with its link; the admin shows it in a frame."""

        def draw() -> Response:
            who = self._player.reading(addressed(code_id=code_id))
            view, practice = self._library.practised(who.org_id, code_id, given)
            return page_response(self._pages.play(shown_game(view, spoken()), practice=practice))

        return self._or_notice(code_id, draw)

    @property
    def _pages(self) -> GamePages:
        return GamePages(self._player.code.brand)

    def _game(self) -> ShownGame:
        return shown_game(self._plays.view(self._player), spoken())

    def _refused(self, game: ShownGame, error: ApiError) -> Response:
        say, again = spoken(), error.extra.get("again_at")
        values = {"again": moment(again, game.time_zone, say)} if again else {}
        page = self._pages.refused(game, refusal(error.code, say, values), error.status)
        return page_response(page)

    def _or_notice(self, code_id: str, draw: Callable[[], Response]) -> Response:
        try:
            return draw()
        except CodeNotOpen:  # the code's own page explains why, or asks for what opens it
            kept = preserved_query(self._request.url.query)
            path = address(f"/code/{quote(code_id)}", kept)
            return RedirectResponse(path, status_code=303, headers={"Cache-Control": "no-store"})
        except CodeNotFound:
            return page_response(self._notices.notice(Notice.UNKNOWN))
        except GameNotFound:
            return page_response(self._notices.notice(Notice.NOTHING_HERE))


def back_to(code_id: str, query: str = "") -> Response:
    """Redirect to the game, for a form that lacks the fields that its page adds."""
    path = address(f"/game/{quote(code_id)}", query)
    return RedirectResponse(path, status_code=303, headers={"Cache-Control": "no-store"})


PagesDep = Annotated[GamePagesOfVisitor, Depends(GamePagesOfVisitor)]
Typed = Annotated[str, Form(max_length=254)]


@router.get("/game/{code_id}")
def game_page(code_id: str, pages: PagesDep) -> Response:
    """Show a game to play."""
    return pages.show(code_id)


@router.get("/game/{code_id}/practice")
def practice_page(
    code_id: str, pages: PagesDep, given: Annotated[str, Query(alias="pass", max_length=64)] = ""
) -> Response:
    """Show a game for practice, even before it is published: nothing is stored, and nothing can be won."""
    return pages.practise(code_id, given)


@router.post("/game/{code_id}/play", response_class=Response)
def play_on_page(
    code_id: str,
    pages: PagesDep,
    play_id: Typed = "",
    player_seed: Annotated[str, Form(max_length=64)] = "",
    age: Annotated[str, Form(max_length=254, alias="answers.age")] = "",
    country: Annotated[str, Form(max_length=254, alias="answers.country")] = "",
    terms_version: Annotated[str, Form(max_length=254, alias="answers.terms_version")] = "",
    receipt: Annotated[str, Form(max_length=254, alias="answers.receipt")] = "",
    team: Annotated[str, Form(max_length=254, alias="answers.team")] = "",
    phone: Annotated[str, Form(max_length=40, alias="answers.phone")] = "",
    phone_code: Typed = "",
) -> Response:
    """Play with the form of the page, in a browser without JavaScript."""
    if not play_id:
        return back_to(code_id)
    typed = (age, country, terms_version, receipt, team, phone)
    fields = dict(zip(_FORM_FIELDS, typed, strict=True))
    answer = pages.play(code_id, play_id, fields, player_seed, phone_code)
    answer.headers.update(SHOWN_BY_BACK)
    return answer


@router.get("/game/{code_id}/claim")
def claim_page(
    code_id: str, pages: PagesDep, token: Annotated[str, Query(max_length=64)] = ""
) -> Response:
    """Show the state of a prize to anyone who has its link."""
    return pages.claim(code_id, token, None)


@router.post("/game/{code_id}/claim", response_class=Response)
def claim_on_page(
    code_id: str,
    pages: PagesDep,
    token: Typed = "",
    name: Annotated[str, Form(max_length=40)] = "",
    email: Typed = "",
    phone: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Claim a prize with the form of the page."""
    if not token:
        return back_to(code_id)
    answer = pages.claim(code_id, token, {"name": name, "email": email, "phone": phone})
    answer.headers.update(SHOWN_BY_BACK)
    return answer


@router.get("/game/{code_id}/fairness")
def fairness_page(code_id: str, pages: PagesDep) -> Response:
    """Show the proof that a game is fair."""
    return pages.prove(code_id)


def shown_game(view: GameView, say: Words) -> ShownGame:
    """Return a game in the visitor's language, or in another one if it has no texts in that language."""
    language = choose(view.texts, next(iter(view.texts), ""), say.language, "")
    texts: Mapping[str, str] = view.texts.get(language, {})
    look, gates, names = view.look, view.gates, Locale.parse(locale_of(say.language)).territories
    return ShownGame(
        code_id=view.code_id,
        kind=view.kind,
        title=texts.get("title") or view.name,
        intro=texts.get("intro", ""),
        button=texts.get("button", ""),
        win=texts.get("win", ""),
        lose=texts.get("lose", ""),
        terms=texts.get("terms", ""),
        phase=view.phase,
        starts_at=view.starts_at,
        ends_at=view.ends_at,
        time_zone=view.time_zone,
        commitment=view.commitment,
        segments=[
            ShownSegment(
                it.prize_id,
                _named(it.name, it.translations, say)
                if it.prize_id
                else it.name or say.game("no_prize"),
                it.picture_url,
                it.odds_ppm,
            )
            for it in view.segments
        ],
        gates=ShownGates(
            gates.min_age,
            [(it, names.get(it, it)) for it in gates.countries],
            gates.terms_version,
            gates.terms_url,
            gates.needs_receipt,
            gates.needs_position,
            gates.needs_order,
            gates.needs_phone,
        ),
        teams=[(it.key, it.name) for it in view.teams],
        seconds=view.round.seconds if view.round else None,
        plays_left=view.plays_left,
        next_play_at=view.next_play_at,
        color=look.get("color") or "",
        picture_url=look.get("picture_url"),
        offers_sound=bool(look.get("sound")),
        won=[
            ShownWon(
                it.token, _named(it.name, it.translations, say), it.until, it.claimed_at is not None
            )
            for it in view.won
        ],
    )


def _named(name: str, translations: Mapping[str, Any], say: Words) -> str:
    """Return the name of a prize in the visitor's language, if it has one."""
    language = choose(translations, "", say.language, "")
    found = translations.get(language) or {}
    return str(found.get("name") or name)


def _result(answer: PlayAnswer, say: Words) -> ShownResult:
    outcome = answer.outcome
    name = outcome.name if outcome else None
    return ShownResult(
        won=outcome is not None and outcome.won,
        name=_named(name or "", outcome.translations, say) if outcome else "",
        picture_url=outcome.picture_url if outcome else None,
        claim=_claim(outcome.claim) if outcome and outcome.claim else None,
        plays_left=answer.plays_left,
        next_play_at=answer.next_play_at,
    )


def _claim(claim: ClaimView) -> ShownClaim:
    return ShownClaim(claim.token, claim.kind, claim.until)


def _claimed(claimed: Claimed, say: Words) -> ShownClaimed:
    prize = claimed.prize
    name = _named(prize.name, prize.translations, say)
    return ShownClaimed(
        claimed.kind, claimed.code, claimed.url, name, prize.picture_url, claimed.claimed_at
    )


def _proof(view: FairnessView) -> ShownProof:
    verdict = view.verified
    return ShownProof(
        code_id=view.code_id,
        name=view.name,
        commitment=view.commitment,
        public_key=view.public_key,
        algorithm=view.algorithm,
        plan_text=view.plan_text,
        seed=view.seed,
        plays=view.plays,
        audit_url=view.audit_url,
        odds=[ShownOdds(it.name, it.odds_ppm, it.moments, it.stock, it.gone) for it in view.odds],
        ok=verdict.ok if verdict else None,
        problem=verdict.problem if verdict else None,
    )

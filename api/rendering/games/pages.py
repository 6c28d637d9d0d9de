"""Renders the pages of games. They work without JavaScript; with it, the interactive game replaces the static one."""

import json
import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from babel.numbers import format_decimal, format_percent

from api.rendering.games.colors import game_css
from api.rendering.games.views import (
    PARTS_PER_MILLION,
    ShownClaim,
    ShownClaimed,
    ShownGame,
    ShownProof,
    ShownResult,
)
from api.rendering.visitor_pages import pages as visitor_pages
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST, Page
from api.rendering.visitor_pages.privacy import privacy_choice
from api.rendering.visitor_pages.templates import templates_in
from api.rendering.visitor_pages.words import Words, spoken
from api.rendering.visitor_pages.words.catalogues import Counted, locale_of

GAMES_ENTRY = "src/visitor/games/main.ts"
_TEMPLATES = Path(__file__).parent / "page_templates"
_PAGES_ONLY = ("gate_", "fair_how_", "fair_intro", "fair_plan", "fair_seed")
"""Prefixes of texts that no script uses."""


@cache
def _bundle() -> visitor_pages.Bundle:
    """Return the bundle of all visitors' pages, including the files of games."""
    return visitor_pages.read_bundle(VISITOR_MANIFEST, GAMES_ENTRY)


def chance(odds_ppm: int, say: Words) -> str:
    """Return a chance as a percentage in the format of the language, with as many digits as needed: "0.05%"."""
    return format_percent(
        odds_ppm / PARTS_PER_MILLION, "#,##0.####%", locale=locale_of(say.language)
    )


def words_for_script(say: Words) -> dict[str, Any]:
    """Return the texts of a game's script. A text with a count is returned as its plural forms."""
    return {
        name: dict(text.forms) if isinstance(text, Counted) else text
        for name, text in say.games.items()
        if not name.startswith(_PAGES_ONLY)
    }


class GamePages:
    """The pages of games in the language of one visitor, for one organisation."""

    def __init__(self, brand: Brand) -> None:
        self._brand = brand

    def play(
        self,
        game: ShownGame,
        problem: str = "",
        *,
        play_id: str = "",
        phone: str = "",
        practice: Mapping[str, Any] | None = None,
    ) -> Page:
        """Return the page to play on. `problem` explains why a play without script was refused, `phone` is the number
        to which a passcode was sent, and `practice` is the data with which the script plays if nothing is stored.
        """
        say = spoken()
        setup = {
            "code_id": game.code_id,
            "kind": game.kind,
            "segments": [
                {"prize_id": it.prize_id, "name": it.name, "picture_url": it.picture_url}
                for it in game.segments
            ],
            "seconds": game.seconds,
            "needs_position": game.gates.needs_position,
            "needs_phone": game.gates.needs_phone,
            "can_play": game.can_play,
            "offers_sound": game.offers_sound,
            "practice": practice,
            "words": {**words_for_script(say), "own_win": game.win, "own_lose": game.lose},
        }
        return self._page(
            "game.html.jinja",
            game=game,
            setup=json.dumps(setup, ensure_ascii=False),
            play_id=play_id or str(uuid4()),
            problem=problem,
            phone=phone,
            button=game.button or say.game(f"play_{game.kind}"),
            note=say.game("practice") if practice else _note(game, say),
            deadline=lambda until: moment(until, game.time_zone, say),
            color=game.color,
        )

    def result(self, game: ShownGame, result: ShownResult) -> Page:
        """Return the page with the result of a play without script."""
        return self._page(
            "game_result.html.jinja",
            game=game,
            result=result,
            note=_note_of(game, result.plays_left, result.next_play_at, spoken()),
            claim_until=result.claim and moment(result.claim.until, game.time_zone, spoken()),
            color=game.color,
        )

    def claim(self, game: ShownGame, claim: ShownClaim, problem: str = "") -> Page:
        """Return the page to claim a prize, for anybody who has its token."""
        return self._page(
            "game_claim.html.jinja", game=game, claim=claim, problem=problem, color=game.color
        )

    def claimed(self, game: ShownGame, claimed: ShownClaimed) -> Page:
        """Return the page of a claimed prize, with its code if it has one."""
        return self._page(
            "game_claimed.html.jinja",
            game=game,
            claimed=claimed,
            claimed_at=moment(claimed.claimed_at, game.time_zone, spoken()),
            color=game.color,
        )

    def refused(self, game: ShownGame, text: str, status: int) -> Page:
        """Return the page that explains why a play or claim was refused."""
        return self._page(
            "game_refused.html.jinja", status, game=game, problem=text, color=game.color
        )

    def fairness(self, proof: ShownProof) -> Page:
        """Return the proof: the commitment published before the start and, after the end, the replay of every draw."""
        return self._page(
            "game_fairness.html.jinja",
            proof=proof,
            words=json.dumps(words_for_script(spoken()), ensure_ascii=False),
            number=lambda it: format_decimal(it, locale=locale_of(spoken().language)),
            color="",
        )

    def _page(self, template: str, status: int = 200, **values: object) -> Page:
        """Return a page that Waypost's own pages may show in a frame: those with a block for the game, and the
        builder.
        """
        nonce, say, brand = secrets.token_urlsafe(12), spoken(), self._brand
        game_or_proof: Any = values.get("game") or values.get("proof")
        html = (
            templates_in(_TEMPLATES)
            .get_template(template)
            .render(
                bundle=_bundle(),
                nonce=nonce,
                brand=brand,
                look=brand.look,
                game_css=game_css(brand.theme, brand.color, str(values["color"])),
                page="game",
                code_id=game_or_proof.code_id,
                say=say,
                privacy=privacy_choice(brand),
                chance=lambda ppm: chance(ppm, say),
                **values,
            )
        )
        return Page(status, html.encode(), nonce, language=say.language, is_framed=True)


def refusal(code: str, say: Words, values: Mapping[str, str] | None = None) -> str:
    """Return the message for a refused play, by the code of the problem."""
    text = say.game(f"refused_{code}") or say.game("refused")
    again = (values or {}).get("again")
    return f"{text} {say.game('next_play', moment=again)}" if again else text


def moment(at: datetime | str, time_zone: str, say: Words) -> str:
    """Return a point in time, also given in ISO 8601, in the game's time zone."""
    at = datetime.fromisoformat(at) if isinstance(at, str) else at
    return say.moment_of(at, ZoneInfo(time_zone), time_zone)


def _note(game: ShownGame, say: Words) -> str:
    """Return a note with what a player should know before playing."""
    if game.phase == "soon":
        return say.game("starts", moment=moment(game.starts_at, game.time_zone, say))
    if game.phase == "ended":
        return say.game("refused_game_over")
    return _note_of(game, game.plays_left, game.next_play_at, say) or say.game(
        "ends", moment=moment(game.ends_at, game.time_zone, say)
    )


def _note_of(
    game: ShownGame, plays_left: int | None, next_play_at: datetime | None, say: Words
) -> str:
    """Return how often this visitor may still play, or when they may play again. The text is empty if there is no
    limit.
    """
    if plays_left:
        text = say.games["plays_left"]
        return text.of(plays_left) if isinstance(text, Counted) else ""
    if next_play_at is not None:
        return say.game("next_play", moment=moment(next_play_at, game.time_zone, say))
    return say.game("no_plays_left") if plays_left == 0 else ""

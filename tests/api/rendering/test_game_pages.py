"""Pages of games: readable colors under every theme, complete without JavaScript, in each language."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape

import pytest

from api.kit.request_context import begin_request, end_request
from api.rendering.games.colors import game_colors, game_variables
from api.rendering.games.pages import GamePages, chance, refusal
from api.rendering.games.views import (
    ShownClaim,
    ShownClaimed,
    ShownGame,
    ShownGates,
    ShownOdds,
    ShownProof,
    ShownResult,
    ShownSegment,
)
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.colors import TEXT, contrast
from api.rendering.visitor_pages.theme import THEMES
from api.rendering.visitor_pages.tokens import accent_of, palettes
from api.rendering.visitor_pages.words import LANGUAGES, WORDS

KINDS = ("wheel", "scratch", "slot", "quiz", "memory", "tap_race")
PAGES = GamePages(Brand(name="Harbor Coffee", color="#0f5b4d"))
AT = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)
COFFEE = ShownSegment("prize_1", 'Free <b>coffee</b> "today"', None, 12_345)
GAME = ShownGame(
    code_id="AbC-1",
    kind="wheel",
    title="Spin & win",
    intro="",
    button="",
    win="",
    lose="",
    terms="",
    phase="open",
    starts_at=AT,
    ends_at=AT,
    time_zone="Europe/Berlin",
    commitment="ab" * 32,
    segments=(COFFEE, ShownSegment(None, "No prize", None, 987_655)),
    gates=ShownGates(),
    seconds=None,
    plays_left=2,
    next_play_at=None,
)
CLAIM = ShownClaim("f" * 64, "code", AT)
RESULT = ShownResult(True, "Free coffee", None, CLAIM, 1, None)
PROOF = ShownProof(
    code_id="AbC-1",
    name="Spin & win",
    commitment="ab" * 32,
    public_key="cd" * 32,
    algorithm="waypost-draw-1",
    plan_text='{"a":"<b>"}',
    seed=None,
    plays=1_234,
    audit_url="/v1/game/audit/game_1",
    odds=(ShownOdds("Free coffee", 500, 3, None, 2),),
    ok=None,
    problem=None,
)


@contextmanager
def reading(language: str) -> Iterator[None]:
    """Render for a visitor who reads this language."""
    query = f"lang={language}".encode()
    token = begin_request({"type": "http", "path": "/", "query_string": query, "headers": []})
    try:
        yield
    finally:
        end_request(token)


def setup_in(html: str) -> dict[str, object]:
    """Return the settings that the page passes to its script."""
    found = re.search(r'data-game="([^"]*)"', html)
    assert found is not None
    setup: dict[str, object] = json.loads(unescape(found[1]))
    return setup


@pytest.mark.parametrize("theme", THEMES, ids=lambda it: it.name)
@pytest.mark.parametrize("brand", ["#0f5b4d", "#ffd400", "#ffffff", "#000000", "#e2001a"])
def test_text_on_every_part_is_readable(theme: object, brand: str) -> None:
    assert isinstance(theme, type(THEMES[0]))
    own = theme.model_copy(update={"accent": brand})
    for palette in palettes(own, accent_of(own, brand)):
        drawn = game_variables(palette)
        colors = game_colors(palette)
        for index, color in enumerate(colors):
            assert contrast(color, drawn[f"--game-ink-{index}"]) >= TEXT
        for foil in ("--game-foil", "--game-foil-light"):
            assert contrast(drawn[foil], drawn["--game-foil-ink"]) >= TEXT
        assert contrast(drawn["--game-star"], drawn["--game-rim"]) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_game_without_script_is_a_plain_form(kind: str) -> None:
    gates = ShownGates(16, (("DE", "Germany"),), "2", "https://x.example/t", True, True)

    html = PAGES.play(replace(GAME, kind=kind, gates=gates)).html.decode()

    assert '<form class="game-form" method="post" action="/game/AbC-1/play">' in html
    for name in ("play_id", "answers.age", "answers.country", "answers.receipt"):
        assert f'name="{name}"' in html
    assert 'name="answers.terms_version" value="2" required' in html
    assert "Free &lt;b&gt;coffee&lt;/b&gt; &#34;today&#34;" in html
    assert "1.2345%" in html
    assert setup_in(html)["kind"] == kind


def test_script_receives_the_texts_that_it_displays() -> None:
    setup = setup_in(PAGES.play(replace(GAME, win="Well done", lose="Oh no")).html.decode())
    words = setup["words"]
    assert isinstance(words, dict)

    assert words["own_win"] == "Well done"
    assert words["plays_left"] == {
        "one": "You have {n} play left.",
        "other": "You have {n} plays left.",
    }
    assert not any(name.startswith(("gate_", "fair_how_")) for name in words)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"phase": "soon"}, "The game starts on 24 December 2026 at 19:00 (Berlin)."),
        ({"phase": "ended"}, "The game is over."),
        ({}, "You have 2 plays left."),
        ({"plays_left": 1}, "You have 1 play left."),
        ({"plays_left": 0}, "You have used all your plays."),
        ({"plays_left": 0, "next_play_at": AT}, "You can play again on 24 December 2026"),
        ({"plays_left": None}, "The game ends on 24 December 2026 at 19:00 (Berlin)."),
    ],
)
def test_page_states_when_the_game_can_be_played(change: dict[str, object], text: str) -> None:
    game = replace(GAME, **change)  # type: ignore[arg-type]

    html = PAGES.play(game).html.decode()

    assert text in html
    assert ("disabled>" in html) is not game.can_play


def test_round_cannot_start_without_its_script() -> None:
    html = PAGES.play(replace(GAME, kind="quiz")).html.decode()

    assert 'class="button game-go" type="submit" disabled>' in html
    assert "<noscript><p>This game needs JavaScript." in html


def test_result_can_be_claimed_without_script() -> None:
    won = PAGES.result(GAME, RESULT).html.decode()
    lost = PAGES.result(GAME, replace(RESULT, won=False, claim=None)).html.decode()

    assert "Congratulations!" in won
    assert f'name="token" value="{"f" * 64}"' in won
    assert "Not this time" in lost
    assert "token" not in lost


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("code", "Show my code"),
        ("screen", "Show this screen to our staff."),
        ("form", 'name="email"'),
        ("reward", 'name="phone"'),
        ("points", 'name="email"'),
    ],
)
def test_claim_form_has_only_the_fields_that_the_prize_needs(kind: str, text: str) -> None:
    html = PAGES.claim(GAME, replace(CLAIM, kind=kind)).html.decode()

    assert text in html
    assert ('name="email"' in html) is (kind in ("form", "reward", "points"))


def test_claimed_prize_shows_its_code() -> None:
    claimed = ShownClaimed("code", "HARBOR-7", None, "Free coffee", None, AT)

    assert ">HARBOR-7</p>" in PAGES.claimed(GAME, claimed).html.decode()
    plain = PAGES.claimed(GAME, replace(claimed, kind="points", code=None)).html.decode()
    assert "The points have been added to your card." in plain


def test_proof_hides_the_seed_until_the_end() -> None:
    before = PAGES.fairness(PROOF).html.decode()
    after = PAGES.fairness(replace(PROOF, seed="12" * 32)).html.decode()

    assert "The seed will be published when the game ends." in before
    assert 'data-audit=""' in before
    assert "0.05%" in before
    assert "1,234" in before
    assert "&lt;b&gt;" in before
    assert "12" * 32 in after
    assert 'data-audit="/v1/game/audit/game_1"' in after


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_use_the_language_of_the_visitor(language: str) -> None:
    say = WORDS[language]
    with reading(language):
        html = PAGES.play(GAME).html.decode()
        pages = [
            PAGES.result(GAME, RESULT),
            PAGES.claim(GAME, CLAIM),
            PAGES.fairness(PROOF),
            PAGES.refused(GAME, refusal("already_played", say), 409),
        ]

    assert f'<html lang="{say.language}" dir="{say.direction}">' in html
    assert say.game("play_wheel") in unescape(html)
    assert all(page.language == say.language for page in pages)
    assert chance(500, say)


def test_every_refusal_code_has_a_text() -> None:
    say = WORDS["en"]

    assert refusal("too_young", say) == "You are too young for this game."
    assert refusal("new_code", say) == "This play wasn’t accepted. Please try again."
    assert refusal("already_played", say, {"again": "1 May 2027"}).endswith("on 1 May 2027.")

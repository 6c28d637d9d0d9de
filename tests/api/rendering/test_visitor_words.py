"""Our own words to visitors: the same ones in every language, with the same places to fill in."""

import re
from datetime import UTC, date, datetime
from string import Formatter
from zoneinfo import ZoneInfo

import pytest

from api.domains.content.polls.public import OUTCOMES
from api.domains.content.walls.pages import outcome
from api.domains.promotions.promo_locks.types import MESSAGES, Reason
from api.rendering.visitor_pages.pages import Notice
from api.rendering.visitor_pages.words import LANGUAGES, WORDS, words_in
from api.rendering.visitor_pages.words.vocabulary import texts_of
from runtime.settings import ROOT

OTHERS = [language for language in LANGUAGES if language != "en"]
SAME = {
    *("fr.wall_pages", "fr.terms_version", "it.password_label"),
}
"""What is the same as in English on purpose."""


def places_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_all_that_english_says_with_the_same_places(language: str) -> None:
    english, fields = texts_of(WORDS["en"]), texts_of(WORDS[language])

    assert list(fields) == list(english)
    assert {name for name, text in fields.items() if not text or text != text.strip()} == set()
    assert {
        name for name, text in fields.items() if places_in(text) != places_in(english[name])
    } == set()
    same = {f"{language}.{name}" for name, text in fields.items() if text == english[name]}
    assert same == {name for name in SAME if name.startswith(f"{language}.")}


def test_whatever_can_be_said_has_words() -> None:
    for words in WORDS.values():
        assert all(words.notices.of(notice).text for notice in Notice)
        assert all(words.of("promo", reason) for reason in Reason)
        assert all(words.of("poll", result) for result in OUTCOMES)
    assert {reason: WORDS["en"].of("promo", reason) for reason in Reason} == MESSAGES
    assert outcome("gone") is None
    assert outcome("picture") is not None


def test_pages_are_written_in_the_languages_that_we_speak() -> None:
    editor = (ROOT / "web/src/features/content/pages/editor/settings.ts").read_text()
    offered = re.search(r"const LANGUAGE_OPTIONS = named\(\{(.*?)\}\)", editor, re.DOTALL)

    assert offered is not None
    assert sorted(re.findall(r"(\w+):", offered[1])) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_blocks_and_pages_both_say_they_say_in_the_same_words(language: str) -> None:
    files = {"en": "english", "de": "german", "es": "spanish", "fr": "french", "it": "italian"}
    files |= {"nl": "dutch", "pl": "polish", "pt": "portuguese", "tr": "turkish", "uk": "ukrainian"}
    blocks = (ROOT / f"web/src/blocks/words/{files[language]}.ts").read_text()
    of_blocks = dict(re.findall(r'^  (\w+):\s+"(.*)",$', blocks, re.MULTILINE))
    words = WORDS[language]

    assert [of_blocks[name] for name in ("owner", "counts", "poll_closed")] == [
        words.owner,
        words.counts_visits,
        words.poll_closed,
    ]
    assert (of_blocks["code_not_open"], of_blocks["only_people_vote"]) == (
        words.promo_closed,
        words.poll_machine,
    )
    of_fields = {name: text for name, text in texts_of(words).items() if name.startswith("field_")}
    assert of_fields == {name: of_blocks[name.removeprefix("field_")] for name in of_fields}


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("en", "3 March 2027 at 18:05 (Europe/Berlin)"),
        ("de", "3. März 2027 um 18:05 Uhr (Europe/Berlin)"),
        ("pt", "3 de março de 2027, 18:05 (Europe/Berlin)"),
        ("pl", "3 marca 2027, 18:05 (Europe/Berlin)"),
        ("uk", "3 березня 2027\u202f\u0440., 18:05 (Europe/Berlin)"),
    ],
)
def test_a_moment_is_written_as_the_language_does(language: str, moment: str) -> None:
    at = datetime(2027, 3, 3, 17, 5, tzinfo=UTC)

    assert words_in(language).moment_of(at, ZoneInfo("Europe/Berlin"), "Europe/Berlin") == moment


@pytest.mark.parametrize(
    ("asked", "spoken"), [("pt-BR", "pt"), ("DE", "de"), ("xx", "en"), (None, "en")]
)
def test_words_are_for_the_regions_of_a_language_too(asked: str | None, spoken: str) -> None:
    assert words_in(asked).language == spoken


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "1 January 2027"),
        ("fr", "1 janvier 2027"),
        ("de", "1. Januar 2027"),
        ("tr", "1 Ocak 2027"),
        ("pl", "1 stycznia 2027"),
    ],
)
def test_a_date_is_written_as_the_language_does(language: str, written: str) -> None:
    assert WORDS[language].date_of(date(2027, 1, 1)) == written

"""Waypost's own texts for visitors: the same keys in every language, with the same placeholders."""

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from api.domains.content.polls.poll_pages import OUTCOMES
from api.domains.content.walls.pages import outcome
from api.domains.promotions.promo_locks.types import MESSAGES, Reason
from api.rendering.visitor_pages.pages import Notice
from api.rendering.visitor_pages.words import LANGUAGES, WORDS, words_in
from runtime.settings import ROOT


def test_every_notice_reason_and_result_has_a_text() -> None:
    for words in WORDS.values():
        assert all(words.notices.of(notice).text for notice in Notice)
        assert all(words.of("promo", reason) for reason in Reason)
        assert all(words.of("poll", result) for result in OUTCOMES)
    assert {reason: WORDS["en"].of("promo", reason) for reason in Reason} == MESSAGES
    assert outcome("gone") is None
    assert outcome("picture") is not None


def test_page_editor_offers_exactly_the_supported_languages() -> None:
    editor = (ROOT / "web/src/features/content/pages/editor/settings.ts").read_text()
    offered = re.search(r"const LANGUAGE_NAMES = \{(.*?)\}", editor, re.DOTALL)

    assert offered is not None
    assert sorted(re.findall(r'"?([\w-]+)"?:', offered[1])) == sorted(LANGUAGES)


@pytest.mark.parametrize(
    ("language", "moment"),
    [
        ("en", "3 March 2027 at 18:05 (Berlin)"),
        ("de", "3. März 2027 um 18:05 Uhr (Berlin)"),
        ("pt", "3 de março de 2027, 18:05 (Berlim)"),
        ("pl", "3 marca 2027, 18:05 (Berlin)"),
        ("uk", "3 березня 2027\u202f\u0440., 18:05 (Берлін)"),
    ],
)
def test_date_and_time_are_formatted_for_the_language(language: str, moment: str) -> None:
    at = datetime(2027, 3, 3, 17, 5, tzinfo=UTC)

    assert words_in(language).moment_of(at, ZoneInfo("Europe/Berlin"), "Europe/Berlin") == moment


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("pt-BR", "pt-BR"), ("pt-MZ", "pt"), ("DE", "de"), ("xx", "en"), (None, "en")],
)
def test_regional_variants_of_a_language_use_its_texts(asked: str | None, spoken: str) -> None:
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
def test_date_is_formatted_for_the_language(language: str, written: str) -> None:
    assert WORDS[language].date_of(date(2027, 1, 1)) == written

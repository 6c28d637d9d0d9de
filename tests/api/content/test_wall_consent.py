"""What visitors of a wall consent to: its own text, or Waypost's text in their language until it has one."""

import hashlib
import re
from html import unescape
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.rendering.visitor_pages.words import LANGUAGES, WORDS
from runtime.settings import Settings
from tests.api.content.test_walls import PHONE, call, colored, make, post
from tests.support.people import Somebody

OWN = "You may hang this up."


def asked(client: TestClient, wall: dict[str, Any], language: str) -> tuple[str, str]:
    """Return the text of the checkbox, and the value that the form sends with it."""
    headers = {**PHONE, "Accept-Language": language}
    page = client.get(f"/wall/{wall['wall_id']}/", headers=headers).text
    seen = re.search(r'name="consent" value="yes" required><span[^>]*>(.*?)</span>', page)
    (sent,) = re.findall(r'name="consent_shown" value="([^"]+)"', page)
    assert seen is not None
    return unescape(seen[1]), unescape(sent)


def kept(settings: Settings) -> list[str]:
    with psycopg.connect(settings.database_url) as connection:
        return [it for (it,) in connection.execute("select consent_hash from wall_posts")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_wall_without_custom_consent_text_asks_in_the_language_of_the_visitor(
    client: TestClient, editor: Somebody, api_settings: Settings, language: str
) -> None:
    wall, ours = make(client, editor), WORDS[language].wall_default_consent

    assert wall["consent_text"] == WORDS["en"].wall_default_consent
    assert asked(client, wall, language) == (ours, ours)
    assert post(client, wall, consent_shown=ours) == "pending"
    assert kept(api_settings) == [hashlib.sha256(ours.encode()).hexdigest()]


def test_wall_with_custom_consent_text_shows_it_and_accepts_no_other_text(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    wall = make(client, editor)
    ours = WORDS["de"].wall_default_consent
    call(client, editor, "update-selfiewall", wall_id=wall["wall_id"], consent_text=OWN)

    assert asked(client, wall, "de") == (OWN, OWN)
    assert post(client, wall, consent_shown=ours) == "reworded"
    assert post(client, wall, colored(1), consent_shown=f" {OWN}\n") == "pending"
    assert post(client, wall, colored(2)) == "pending", "who sends none saw what is there"
    assert kept(api_settings) == [hashlib.sha256(OWN.encode()).hexdigest()] * 2
    assert 'lang="" dir="auto">You may hang' in client.get(f"/wall/{wall['wall_id']}/").text

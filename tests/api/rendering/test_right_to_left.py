"""Pages in Arabic and Hebrew: right to left, and no text on them is in English."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.passwords import hash_password
from runtime.settings import Settings
from tests.api.content.test_terms import publish
from tests.api.content.test_votes import make_poll
from tests.api.content.test_walls import make, post
from tests.api.rendering.test_visitor_languages import LOCK, PERSON, call_code
from tests.support.people import Org, Somebody
from tests.support.visits import make_code

SPOKEN = re.compile(
    r'\b(?:alt|aria-label|placeholder|title|data-(?!page|choice|words|live)[a-z]+)="([^"]*)"'
)
HIDDEN = re.compile(r"<(script|style|title)\b.*?</\1>|<!--.*?-->", re.DOTALL)
OWN = re.compile(r'<(\w+)[^>]* lang="" dir="auto"[^>]*>.*?</\1>', re.DOTALL)
"""Text written by an owner or a visitor: isolated, so that its direction affects nothing around it."""
ALLOWED = {
    *("PNG", "JPEG", "WebP", "GIF", "AVIF", "HEIC", "iPhone", "MB", "IP", "JavaScript", "Global"),
    *("Privacy", "Control", "Do", "Not", "Track", "GPC"),
}
NAMES = re.compile(r"Harbor|Coffee|Party|Ada|House|rules|Acme")


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def english_in(html: str) -> list[str]:
    shown = OWN.sub("", HIDDEN.sub("", html))
    attributes = [it for it in SPOKEN.findall(shown) if "/" not in it and "_" not in it]
    texts = [re.sub(r"<[^>]+>", " ", shown), *attributes]
    words = [word for text in texts for word in re.findall(r"[A-Za-z]{2,}", unescape(text))]
    return [word for word in words if word not in ALLOWED and not NAMES.fullmatch(word)]


@pytest.mark.parametrize("language", ["ar", "he"])
def test_no_english_text_remains_on_any_kind_of_page(
    client: TestClient, new_code: Callable[..., str], editor: Somebody, language: str
) -> None:
    content: dict[str, Any] = {"title": "قهوة", "text": "أهلا"}
    base = new_code()
    one_time = {"base_code_id": base, "overrides": ["content"], "content": content}
    polled = call_code(client, editor)
    poll = make_poll(client, editor, polled)
    wall = make(client, editor, moderation="after")
    post(client, wall)
    terms = publish(client, editor)["terms_id"]
    offer = new_code(one_time_state="issued", **one_time)
    accepted = {**PERSON, "Accept-Language": language}
    pages = [
        f"/code/{offer}",
        f"/code/{new_code(password_hash=hash_password('sesame'))}",
        f"/code/{new_code(promo_lock=LOCK)}",
        f"/code/{new_code(one_time_state='void', **one_time)}",
        "/code/2222222222",
        f"/code/{polled}/poll/{poll}?wp_outcome=choose",
        f"/wall/{wall['wall_id']}/?wp_outcome=pending",
        f"/wall/{wall['wall_id']}/live",
        f"/{terms}/terms?accept=1",
        "/none/terms",
        "/code/note/none",
    ]

    for path in pages:
        answer = client.get(path, headers=accepted)
        assert f'<html lang="{language}" dir="rtl">' in answer.text, path
        assert english_in(answer.text) == [], path
    used = client.post(f"/code/{offer}/use", headers=accepted)
    again = client.get(f"/code/{offer}", headers=accepted)
    assert english_in(used.text) == english_in(again.text) == []

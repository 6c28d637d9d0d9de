"""Pages that the product itself makes for visitors speak the visitor's language."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.domains.codes.passwords import hash_password
from api.domains.visits.words import LANGUAGES, WORDS
from runtime.settings import Settings
from tests.api.test_terms import publish
from tests.api.test_votes import make_poll
from tests.api.test_walls import make, post
from tests.support.people import Org, Somebody
from tests.support.visits import make_code

PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}
LOCK = {"enabled": True, "epoch": 1, "open_minutes": 60, "needs_location": True}
PASSWORD = hash_password("open sesame")
LEFT = re.compile(r"\{\w*\}")


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(**columns)` → id of a code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def opened(client: TestClient, path: str, accepted: str) -> Response:
    return client.get(path, headers={**PERSON, "Accept-Language": accepted})


def read(answer: Response) -> str:
    return unescape(answer.text)


def is_in(answer: Response, language: str) -> bool:
    """Whether a page says that it is in this language, to the browser and to whoever keeps it."""
    return (
        f'<html lang="{language}" dir="ltr">' in answer.text
        and answer.headers["content-language"] == language
        and "accept-language" in answer.headers["vary"].lower()
    )


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de", "de"),
        ("", "de-AT, en;q=0.5", "de"),
        ("", "ja, pt-BR;q=0.4, pl;q=0.9", "pl"),
        ("", "ja, ar;q=0.9", "en"),
        ("", "de;q=0, uk;q=0.1", "uk"),
        ("?lang=tr", "de", "tr"),
        ("?lang=xx", "it", "it"),
        ("?lang=%00<script>", "\x00;;q=q", "en"),
    ],
)
def test_a_gate_is_in_the_language_that_is_asked_for_or_accepted(
    client: TestClient, new_code: Callable[..., str], query: str, accepted: str, language: str
) -> None:
    code_id = new_code(password_hash=PASSWORD)

    answer = opened(client, f"/code/{code_id}{query}", accepted)

    assert is_in(answer, language)
    assert f"<h1>{WORDS[language].password_heading}</h1>" in read(answer)


def test_what_a_gate_refuses_is_said_in_the_language_too(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    german = {**PERSON, "Accept-Language": "de-CH"}
    locked, guarded = new_code(promo_lock=LOCK), new_code(password_hash=PASSWORD)

    wrong = client.post(
        f"/code/{guarded}/password", data={"password": "no"}, headers=german, follow_redirects=False
    )
    no_promo = client.post(
        f"/code/{locked}/unlock", data={"promo": "NOPE22"}, headers=german, follow_redirects=False
    )

    said = client.get(wrong.headers["location"], headers=german)
    assert (said.status_code, is_in(said, "de")) == (403, True)
    assert ">Das ist nicht das Passwort. Bitte versuchen Sie es noch einmal.</p>" in said.text
    gate = client.get(no_promo.headers["location"], headers=german)
    assert is_in(gate, "de")
    assert (
        ">Das ist kein Aktionscode dieser Seite. Bitte prüfen Sie ihn noch einmal.</p>" in gate.text
    )
    assert 'data-locating="Ihr Standort wird ermittelt' in gate.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_in_every_language(
    client: TestClient,
    new_code: Callable[..., str],
    editor: Somebody,
    language: str,
) -> None:
    say = WORDS[language]
    landing = new_code(type="page", content={"title": "Été", "text": "Ours"}, destination=None)
    base = new_code()
    used = {"base_code_id": base, "one_time_state": "issued", "content": {"title": "Kaffee"}}
    offer = new_code(overrides=["content"], **used)
    polled = call_code(client, editor)
    poll = make_poll(client, editor, polled)
    wall = make(client, editor, publish_mode="instant")
    post(client, wall)
    terms = publish(client, editor)["terms_id"]
    publish(client, editor, "Kinder still.", based_on=1)
    shown = {
        f"/code/{landing}": say.counts_visits.partition("}")[2],
        f"/code/{offer}": say.offer_once,
        f"/code/{new_code(promo_lock=LOCK)}": say.promo_location,
        "/code/2222222222": say.notices.unknown.text,
        "/page/none": say.notices.no_page.text,
        f"/code/{polled}/poll/{poll}": say.counts_votes.partition("}")[2],
        f"/code/{polled}/poll/{poll}?said=choose": say.poll_choose,
        f"/wall/{wall['wall_id']}/": say.wall_add,
        f"/wall/{wall['wall_id']}/?said=consent": say.wall_consent,
        f"/wall/{wall['wall_id']}/live": say.wall_scan,
        "/wall/none/": say.notices.no_wall.text,
        f"/{terms}/terms?accept=1": say.terms_stored,
        f"/{terms}/terms?version=1": say.terms_older.partition("{")[0],
        f"/{terms}/terms?accepted=2": say.terms_kept.format(version=2),
        f"/{terms}/terms?accepted=1": say.terms_newer.format(version=2),
        "/none/terms": say.notices.no_terms.text,
        "/code/note/none": say.notices.no_note.text,
    }

    for path, words in shown.items():
        answer = opened(client, path, language)
        assert is_in(answer, language), path
        assert words in read(answer), path
        places = LEFT.findall(re.sub(r'data-words="[^"]*"|<style.*?</style>', "", answer.text))
        assert places == [], path

    headers = {**PERSON, "Accept-Language": language}
    first, second = (client.post(f"/code/{offer}/use", headers=headers) for _ in range(2))
    assert (is_in(first, language), is_in(second, language)) == (True, True)
    assert say.used_heading in read(first)
    assert say.used_title.format(title="Kaffee") in read(first)
    assert say.used_before.partition("{")[0] in read(second)


def call_code(client: TestClient, who: Somebody) -> str:
    body: dict[str, Any] = {"name": "Drinks", "type": "page"}
    made = client.post("/v1/qr/create-code", json=body, headers=who.headers)
    code_id: str = made.json()["code_id"]
    return code_id


def test_what_its_owner_wrote_stays_and_is_not_called_the_visitors_language(
    client: TestClient, new_code: Callable[..., str], editor: Somebody
) -> None:
    lock = LOCK | {"message": "Members only"}
    terms = publish(client, editor, "Be kind.")["terms_id"]

    gate = opened(client, f"/code/{new_code(promo_lock=lock)}", "de").text
    page = opened(client, f"/{terms}/terms", "de").text

    assert '<h1 lang="" dir="auto">Members only</h1>' in gate
    assert re.search(r'<div class="document" lang="" dir="auto">\s*<p>Be kind.</p>', page)


def test_what_is_wrong_with_a_field_is_marked_as_english(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor)["wall_id"]
    headers = {**PERSON, "Accept-Language": "de", "Sec-Fetch-Site": "same-origin"}

    answer = client.post(f"/wall/{wall}/", data={"caption": "x" * 201}, headers=headers)

    assert (answer.status_code, is_in(answer, "de")) == (422, True)
    assert "Das konnte nicht angenommen werden" in answer.text
    assert re.search(r'<ul lang="en" dir="ltr">\s*<li>Caption: ', answer.text)


def test_calls_of_programs_keep_to_english(client: TestClient, editor: Somebody) -> None:
    answer = client.post(
        "/v1/qr/get-code",
        json={"code_id": "2222222222"},
        headers={**editor.headers, "Accept-Language": "de"},
    )

    assert answer.json()["detail"] == "There is no such code."

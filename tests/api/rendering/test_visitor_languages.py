"""Pages that the product itself generates for visitors are in the visitor's language."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.domains.codes.codes.passwords import hash_password
from api.domains.codes.codes.state import CodesState
from api.rendering.visitor_pages.words import LANGUAGES, WORDS
from runtime.settings import Settings
from tests.api.content.test_terms import publish
from tests.api.content.test_votes import make_poll
from tests.api.content.test_walls import colored, make, post
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
    """Return whether a page declares this language, to the browser and to caches."""
    return (
        f'<html lang="{language}" dir="{WORDS[language].direction}">' in answer.text
        and answer.headers["content-language"] == language
        and "accept-language" in answer.headers["vary"].lower()
    )


ASKED = [
    ("", "de-AT, en;q=0.5", "de"),
    ("", "fi, pt-BR;q=0.4, pl;q=0.9", "pl"),
    ("", "fi, hi;q=0.9", "en"),
    ("", "pt-BR, pt;q=0.9", "pt-BR"),
    ("", "zh-Hant-TW, zh;q=0.9", "zh"),
    ("", "de;q=0, uk;q=0.1", "uk"),
    ("?lang=ar", "de", "ar"),
    ("?lang=xx", "it", "it"),
    ("?lang=%00<script>", "\x00;;q=q", "en"),
]


@pytest.mark.parametrize(("query", "accepted", "language"), ASKED)
def test_gate_uses_the_requested_or_accepted_language(
    client: TestClient, new_code: Callable[..., str], query: str, accepted: str, language: str
) -> None:
    code_id = new_code(password_hash=PASSWORD)

    answer = opened(client, f"/code/{code_id}{query}", accepted)

    assert is_in(answer, language)
    assert f"<h1>{WORDS[language].password_heading}</h1>" in read(answer)


def test_gate_refusals_use_the_visitors_language_too(
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

    response = client.get(wrong.headers["location"], headers=german)
    assert (response.status_code, is_in(response, "de")) == (403, True)
    assert ">Das Passwort stimmt nicht. Bitte versuchen Sie es noch einmal.</p>" in response.text
    gate = client.get(no_promo.headers["location"], headers=german)
    assert is_in(gate, "de")
    assert f">{WORDS['de'].promo_unknown}</p>" in gate.text
    assert 'data-locating="Ihr Standort wird ermittelt' in gate.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_complete_in_every_language(
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
    wall = make(client, editor, moderation="after")
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
        f"/code/{polled}/poll/{poll}?wp_outcome=choose": say.poll_choose,
        f"/wall/{wall['wall_id']}/": say.wall_add,
        f"/wall/{wall['wall_id']}/?wp_outcome=consent": say.wall_consent,
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


def test_owners_texts_stay_unchanged_and_are_not_marked_as_the_visitors_language(
    client: TestClient, new_code: Callable[..., str], editor: Somebody
) -> None:
    lock = LOCK | {"message": "Members only"}
    terms = publish(client, editor, "Be kind.")["terms_id"]

    gate = opened(client, f"/code/{new_code(promo_lock=lock)}", "de").text
    page = opened(client, f"/{terms}/terms", "de").text
    wall = make(client, editor, moderation="after")
    post(client, wall)
    hung, live = (opened(client, f"/wall/{wall['wall_id']}/{it}", "de").text for it in ("", "live"))
    content = {"title": "Kaffee", "button_label": "Menu", "button_url": "https://menu.example/"}
    base = new_code(type="page", destination=None)
    offer = {"base_code_id": base, "one_time_state": "issued", "content": content}
    code_id = new_code(type="page", destination=None, overrides=["content"], **offer)
    used = client.post(f"/code/{code_id}/use", headers={**PERSON, "Accept-Language": "de"}).text

    assert '<h1 lang="" dir="auto">Members only</h1>' in gate
    assert re.search(r'<div class="document" lang="" dir="auto">\s*<p>Be kind.</p>', page)
    assert '<h1 lang="" dir="auto">House rules</h1>' in page
    assert '<h1 lang="" dir="auto">Harbor Party</h1>' in hung
    assert '<h1 lang="" dir="auto">Harbor Party</h1>' in live
    assert '<span class="post-author" lang="" dir="auto">Ada</span>' in hung
    assert 'rel="noopener" lang="" dir="auto">Menu</a>' in used


def test_default_continue_link_is_in_the_visitors_language(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    offer = {"base_code_id": new_code(), "one_time_state": "issued"}
    leads_on = new_code(destination="https://shop.example/", **offer)

    used = client.post(f"/code/{leads_on}/use", headers={**PERSON, "Accept-Language": "de"})

    assert is_in(used, "de")
    assert 'rel="noopener">Weiter</a>' in used.text


HERE = {**PERSON, "Accept-Language": "de", "Sec-Fetch-Site": "same-origin"}


def pressed(client: TestClient, path: str, **fields: str) -> Response:
    """Return the response to a form of a page, sent by a browser that prefers German."""
    return client.post(path, data=fields, headers=HERE, follow_redirects=True)


def forms_of(answer: Response) -> list[str]:
    return [unescape(it) for it in re.findall(r'<form[^>]* action="([^"]*)"', answer.text)]


def links_of(answer: Response) -> list[str]:
    return [unescape(it) for it in re.findall(r'<a[^>]* href="([^"]*)"', answer.text)]


def test_vote_is_answered_in_the_language_requested_in_the_address(
    client: TestClient, editor: Somebody
) -> None:
    code_id = call_code(client, editor)
    path = f"/code/{code_id}/poll/{make_poll(client, editor, code_id)}?lang=fr"
    asked = client.get(path, headers=HERE)

    voted, none, again = (pressed(client, path, choice=it) for it in ("tea", "", "coffee"))

    assert 'action="' not in asked.text, "the form goes where the page is, with all of its address"
    for answer, word in ((voted, "voted"), (none, "choose"), (again, "again")):
        assert is_in(answer, "fr"), word
        assert answer.url.query.decode() == f"lang=fr&wp_outcome={word}"
        assert WORDS["fr"].of("poll", word) in read(answer)


def test_vote_on_a_paused_code_keeps_the_language(client: TestClient, editor: Somebody) -> None:
    code_id = call_code(client, editor)
    path = f"/code/{code_id}/poll/{make_poll(client, editor, code_id)}?wp_outcome=voted&lang=fr"
    pause = {"code_id": code_id, "state": "paused"}
    client.post("/v1/qr/update-code", json=pause, headers=editor.headers)
    CodesState.of(client.app).codes.invalidate()  # type: ignore[attr-defined]

    looked = client.get(path, headers=HERE, follow_redirects=True)

    for answer in (looked, pressed(client, path, choice="tea")):
        assert (answer.url.path, answer.url.query) == (f"/code/{code_id}", b"lang=fr")
        assert WORDS["fr"].notices.paused.heading in read(answer)


def test_poll_script_shows_its_texts_in_the_language_of_the_page(
    client: TestClient, editor: Somebody
) -> None:
    code_id = call_code(client, editor)
    page = opened(client, f"/code/{code_id}/poll/{make_poll(client, editor, code_id)}", "fr")
    carried = re.search(r'<form [^>]*data-words="([^"]*)"', page.text)
    say = WORDS["fr"]

    assert carried is not None
    assert json.loads(unescape(carried[1])) == {
        "voted": say.poll_voted,
        "change": say.poll_change,
        "failed": say.poll_failed,
        "poll_closed": say.poll_closed,
        "poll_not_found": say.poll_closed,
        "code_not_found": say.poll_closed,
        "code_not_open": say.promo_closed,
        "already_voted": say.poll_again,
        "invalid": say.poll_choose,
        "too_many_requests": say.poll_often,
        "only_people_vote": say.poll_machine,
    }


def test_wall_keeps_the_language_requested_in_the_address(
    client: TestClient, editor: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.domains.content.walls.public.PAGE", 1)
    wall = make(client, editor, moderation="after")
    for number in range(3):
        post(client, wall, colored(number))
    path = f"/wall/{wall['wall_id']}"

    page = client.get(f"{path}?page=2&lang=fr", headers=HERE, follow_redirects=True)
    form, report = forms_of(page)
    refused, reported = pressed(client, form), pressed(client, report, post_id="none")

    assert page.url.path == f"{path}/"
    assert (form, report) == (f"{path}/?lang=fr", f"{path}/report?lang=fr")
    pages = [it for it in links_of(page) if "page=" in it]
    assert pages == [f"{path}/?lang=fr&page=1", f"{path}/?lang=fr&page=3"]
    for answer, words in ((refused, "choose"), (reported, "reported")):
        assert is_in(answer, "fr")
        assert WORDS["fr"].of("wall", words) in read(answer)
    plain = client.get(f"{path}/?page=2", headers=HERE)
    assert forms_of(plain) == [f"{path}/", f"{path}/report"]
    assert [it for it in links_of(plain) if "page=" in it] == [f"{path}/?page=1", f"{path}/?page=3"]


def test_terms_keep_the_language_requested_in_the_address(
    client: TestClient, editor: Somebody
) -> None:
    code_id = call_code(client, editor)
    publish(client, editor, code_id=code_id)
    publish(client, editor, "Kinder still.", code_id=code_id, based_on=1)
    path, say = f"/{code_id}/terms", WORDS["fr"]

    older = client.get(f"{path}?version=1&lang=fr", headers=HERE)
    (form,) = forms_of(client.get(f"{path}?accept=1&lang=fr", headers=HERE))
    wrong = pressed(client, form, version="2", email="ann")
    stale = pressed(client, form, version="1")
    kept = pressed(client, form, version="2")

    assert "?lang=fr" in links_of(older)
    assert "?" in links_of(client.get(f"{path}?version=1", headers=HERE))
    assert form == f"{path}?lang=fr"
    for answer, words in (
        (wrong, say.terms_no_email),
        (stale, say.terms_changed.format(version=2)),
        (kept, say.terms_kept.format(version=2)),
    ):
        assert is_in(answer, "fr")
        assert words in read(answer)
    assert kept.url.query == b"lang=fr&accepted=2"
    assert f"/code/{code_id}?lang=fr" in links_of(kept)


def test_notes_keep_the_language_requested_in_the_address(
    client: TestClient, editor: Somebody
) -> None:
    code_id = call_code(client, editor)
    for title in ("First", "Second"):
        note = {"code_id": code_id, "title": title, "is_public": True}
        client.post("/v1/add_qr_note", json=note, headers=editor.headers)

    page = client.get(f"/code/note/{code_id}?lang=fr", headers=HERE)

    other, privacy = links_of(page)
    assert all(is_in(client.get(one, headers=HERE), "fr") for one in (other, privacy))


@pytest.mark.parametrize("language", LANGUAGES)
def test_field_errors_are_shown_in_the_visitors_language(
    client: TestClient, editor: Somebody, language: str
) -> None:
    wall = make(client, editor)["wall_id"]
    headers = {**PERSON, "Accept-Language": language, "Sec-Fetch-Site": "same-origin"}
    wrong = {"caption": "x" * 201, "author": "x" * 61, "consent_shown": "x" * 5001}
    say = WORDS[language]

    answer = client.post(f"/wall/{wall}/", data=wrong, headers=headers)

    assert (answer.status_code, is_in(answer, language)) == (422, True)
    assert say.notices.unreadable.heading in read(answer)
    assert re.findall(r"<li>(.*)</li>", read(answer)) == [
        f"{say.wall_words}: {say.fields['too_long']}",
        f"{say.wall_name}: {say.fields['too_long']}",
    ]


def test_texts_typed_with_a_refused_picture_are_kept_in_the_form(
    client: TestClient, editor: Somebody
) -> None:
    path = f"/wall/{make(client, editor)['wall_id']}/"
    caption = "Été \U0001f389" * 33
    typed = {"caption": caption, "author": 'Ann "A"', "consent": "yes"}
    heic = {"picture": ("me.jpg", b"no picture")}

    refused = client.post(path, data=typed, files=heic, headers=HERE, follow_redirects=False)
    where = refused.headers["location"]
    page = client.get(where, headers=HERE)
    reported = client.get(where.replace("wp_outcome=kind", "wp_outcome=reported"), headers=HERE)

    assert where.startswith(f"{path}?wp_outcome=kind&typed=")
    assert f'name="caption" maxlength="200" autocomplete="off" value="{caption}"' in read(page)
    assert 'value="Ann &#34;A&#34;"' in page.text
    assert f'action="{path}"' in page.text, "what was typed is in no address that is left"
    assert "Ann &#34;" not in reported.text
    other = f"/wall/{make(client, editor)['wall_id']}/"
    assert "Ann &#34;" not in client.get(where.replace(path, other), headers=HERE).text


def test_invalid_address_is_kept_in_the_form_next_to_its_error(
    client: TestClient, editor: Somebody
) -> None:
    path = f"/{publish(client, editor)['terms_id']}/terms"

    page = pressed(client, path, version="1", email='ann"@')

    assert page.status_code == 422
    assert WORDS["de"].terms_no_email in read(page)
    assert 'value="ann&#34;@"' in page.text


def test_responses_to_programs_stay_in_english(client: TestClient, editor: Somebody) -> None:
    answer = client.post(
        "/v1/qr/get-code",
        json={"code_id": "2222222222"},
        headers={**editor.headers, "Accept-Language": "de"},
    )

    assert answer.json()["detail"] == "Code not found."

"""A visitor who chose a language with `?lang=` keeps it wherever Waypost leads them."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.passwords import hash_password
from api.rendering.visitor_pages.gate_query import with_query
from api.rendering.visitor_pages.words import WORDS
from runtime.settings import Settings
from tests.api.content.test_walls import make
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, form_block
from tests.support.people import Org, Somebody
from tests.support.visits import make_code
from tests.support.waiting import eventually

HERE = {**BROWSER, "Accept": "text/html", "Accept-Language": "de"}
OURS = "https://go.example"


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(**columns)` → id of a code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


@pytest.mark.parametrize(
    ("url", "query", "where"),
    [
        ("/wall/w/", "lang=fr", "/wall/w/?lang=fr"),
        ("/wall/w/", "table=4&lang=fr", "/wall/w/?lang=fr"),
        ("/wall/w/?page=2#new", "lang=pt-BR", "/wall/w/?page=2&lang=pt-BR#new"),
        (f"{OURS}/wall/w/", "lang=fr", f"{OURS}/wall/w/?lang=fr"),
        ("/wall/w/?lang=it", "lang=fr", "/wall/w/?lang=it"),
        ("/wall/w/", "lang=%0d%0aSet-Cookie:%20a", "/wall/w/?lang=%0D%0ASet-Cookie%3A+a"),
        ("/wall/w/", "table=4", "/wall/w/"),
        ("https://shop.example/", "lang=fr", "https://shop.example/"),
        ("https://go.example.evil/", "lang=fr", "https://go.example.evil/"),
        ("//shop.example/", "lang=fr", "//shop.example/"),
    ],
)
def test_language_is_passed_only_to_waypost_pages(url: str, query: str, where: str) -> None:
    assert with_query(url, query, OURS) == where


def test_code_that_opens_a_wall_or_a_note_keeps_the_language(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    wall = f"/wall/{make(client, editor)['wall_id']}/"
    code_id = new_code(type="wall", destination=wall)
    note = new_code(type="note", destination=None)
    public = {"code_id": note, "title": "Menu", "is_public": True}
    client.post("/v1/add_qr_note", json=public, headers=editor.headers)

    shown = client.get(f"/code/{code_id}?lang=fr", headers=HERE, follow_redirects=True)
    noted = client.get(f"/code/{note}?lang=fr", headers=HERE, follow_redirects=False)

    assert str(shown.url).endswith(f"{wall}?lang=fr")
    assert '<html lang="fr"' in shown.text
    assert WORDS["fr"].wall_add in shown.text
    assert noted.headers["location"] == f"/code/note/{note}?lang=fr"


def test_continue_link_of_a_used_code_keeps_the_language(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    base = new_code(type="wall", destination="/wall/w/")
    code_id = new_code(base_code_id=base, one_time_state="issued")

    used = client.post(f"/code/{code_id}/use?lang=fr", headers=HERE)

    assert 'href="/wall/w/?lang=fr"' in used.text


def test_address_of_a_page_with_a_code_redirects_to_the_code_with_its_query(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published()
    eventually(lambda: visitor.get(f"/page/{page_id}").status_code != 404)

    asked = visitor.get(f"/page/{page_id}?lang=fr&utm_source=mail&promo=A%20B")

    assert (asked.status_code, asked.headers["location"]) == (
        302,
        f"/code/{code_id}?lang=fr&utm_source=mail&promo=A%20B",
    )
    assert visitor.get(f"/page/{page_id}").headers["location"] == f"/code/{code_id}"


def test_form_sent_without_script_keeps_the_language_until_it_is_accepted(
    pages: PageMaker, visitor: TestClient
) -> None:
    fields = {"form-1.success_text": "Merci !"}
    code_id, _ = pages.published(form_block(), translations={"fr": fields})
    asked = f"/code/{code_id}?lang=fr"
    eventually(lambda: '<html lang="fr"' in visitor.get(asked, headers=HERE).text)
    shown = visitor.get(asked, headers=HERE).text
    action = f"/code/{code_id}/submit?lang=fr"

    page_again = visitor.post(action, data={"form_id": "sign-up"}, headers=HERE)
    ana = {"form_id": "sign-up", "first_name": "Ana", "email": "ana@example.com"}
    taken = visitor.post(action, data=ana, headers=HERE, follow_redirects=False)

    assert f'action="{action}"' in shown
    assert page_again.status_code == 422
    assert '<html lang="fr"' in page_again.text
    assert f'action="{action}"' in page_again.text
    where = taken.headers["location"]
    assert where.endswith("&form=sign-up&lang=fr"), where
    assert "Merci !" in visitor.get(where, headers=HERE).text


def test_gate_refusal_is_shown_in_the_language_of_the_current_reader(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(password_hash=hash_password("open sesame"))
    path, typed = f"/code/{code_id}/password", {"password": "no"}
    result = client.post(path, data=typed, headers=HERE, follow_redirects=False).headers["location"]

    for language in ("de", "fr"):
        page = client.get(result, headers={**HERE, "Accept-Language": language})
        assert WORDS[language].password_wrong in page.text


def test_form_response_page_works_with_the_back_button_and_by_its_address(
    pages: PageMaker, visitor: TestClient, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id, page_id = pages.published()
    used = new_code(base_code_id=new_code(), one_time_state="issued")
    path = f"/code/{code_id}/submit?lang=fr"

    refused = visitor.post(path, data={"form_id": "sign-up", "first_name": "Ana"}, headers=HERE)

    assert (refused.status_code, refused.headers["cache-control"]) == (422, "private, no-cache")
    for address, page in (
        (path, f"/code/{code_id}?lang=fr"),
        (f"/page/{page_id}/submit", f"/page/{page_id}"),
        (f"/code/{used}/use?lang=fr", f"/code/{used}?lang=fr"),
    ):
        back = visitor.get(address, headers=HERE)
        assert (back.status_code, back.headers["location"]) == (303, page)

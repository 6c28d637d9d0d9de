"""Screens for which the demo data has nothing: visitors' pages, and an empty organisation."""

from typing import Any

import httpx2
from playwright.sync_api import StorageState

from api.domains.content.pages.starters import sign_up_page
from tests.e2e.browser import PHONE_AGENT, calls_of
from tests.support.pictures import picture

EMPTY = {
    "empty-overview": "/admin",
    "empty-codes": "/admin/my-codes",
    "empty-folders": "/admin/folders",
    "empty-pages": "/admin/pages",
    "empty-notes": "/admin/notes",
    "empty-terms": "/admin/terms-pages",
    "empty-slips": "/admin/my-slip",
    "empty-walls": "/admin/walls",
    "empty-games": "/admin/games",
    "empty-studio": "/admin/ai-qr",
    "empty-analytics": "/admin/analytics",
    "empty-reports": "/admin/reports",
    "empty-first-page": "/admin/initial-content",
    "empty-members": "/admin/settings/members",
}
"""Screens of an organisation that has created nothing yet."""

_POLL = {
    "poll_id": "tables-outside",
    "question": "Shall we put more tables outside?",
    "choices": [{"label": "Yes, please"}, {"label": "It is fine as it is"}],
}
_WALL = {
    "name": "Summer party",
    "intro": "Show us your evening.",
    "consent_text": "I took this picture myself, and it may be shown on this wall.",
    "moderation": "after",
}
_SAFARI = {"User-Agent": PHONE_AGENT, "Accept": "text/html"}
_REDIRECT = {"type": "redirect", "destination": "https://harbor-coffee.example/"}
_COLORS = ((200, 120, 40), (40, 120, 160), (90, 150, 70))


def found_organization(base_url: str, state: StorageState) -> None:
    """Create an organisation for a new user."""
    with calls_of(state, base_url) as client:
        _call(client, str(client.base_url.join("/v0/create-org")), name="Corner Bakery")


def _call(client: httpx2.Client, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.is_success, answer.text
    made: dict[str, Any] = answer.json()
    return made


def visitors_screens(client: httpx2.Client, code_id: str) -> dict[str, str]:
    """Return the paths of visitors' pages by name, for a code with a page; missing ones are created."""
    note = _call(
        client,
        "add_qr_note",
        code_id=code_id,
        title="Wi-Fi for guests",
        body="<p>Network <strong>Harbor Guests</strong>. Ask us for the password.</p>"
        "<ul><li>Free for two hours</li><li>Then ask again</li></ul>",
        is_public=True,
    )
    alone = _page_without_code(client)
    terms = _terms(client, code_id)
    return {
        "note": f"/code/note/{note['note_id']}",
        "terms-to-read": terms,
        "terms-to-accept": f"{terms}?accept=1",
        "terms-older": f"{terms}?version=1",
        "page-of-a-code": f"/code/{code_id}",
        "page-by-id": f"/page/{alone}",
        "page-by-name": "/p/harbor-coffee",
        "poll": f"/code/{code_id}/poll/{made_poll(client, code_id)}",
        "code-unknown": "/code/AAAAAAAAAA",
        "pass": _pass_page(client),
        **_walls(client),
        **_gates(client),
    }


def screens_of_games(client: httpx2.Client) -> dict[str, str]:
    """Return the builder of a draft and the views of a published quiz, by name; missing ones are created."""
    games = _call(client, "list-games", pageSize=100)["items"]
    found = {(it["state"], it["kind"]): it["game_id"] for it in games}
    draft = found.get(("draft", "slot")) or _game(client, "slot")
    quiz = found.get(("published", "quiz"))
    if quiz is None:
        quiz = _call(client, "publish-game", game_id=_game(client, "quiz"))["game_id"]
    return {
        "game-builder": f"/admin/games/{draft}",
        "game-live": f"/admin/games/{quiz}",
        "game-winners": f"/admin/games/{quiz}?tab=winners",
        "game-scores": f"/admin/games/{quiz}?tab=scores",
        "game-setup": f"/admin/games/{quiz}?tab=setup",
    }


def _game(client: httpx2.Client, kind: str) -> str:
    choices = [{"id": "a", "text": "Yes"}, {"id": "b", "text": "No"}]
    question = {"id": "q", "text": "Is it coffee?", "choices": choices, "correct": "a"}
    prizes = [{"name": "Free coffee", "stock": 20, "odds_ppm": 500_000}]
    body = {
        "name": f"The {kind}",
        "kind": kind,
        "prizes": prizes,
        "round": {"questions": [question]},
    }
    return str(_call(client, "game", httpMethod="POST", **body)["game_id"])


def _pass_page(client: httpx2.Client) -> str:
    """Return the public page of a pass with content in every zone."""
    fields = [
        {"key": "points", "zone": "header", "label": "Points", "format": "number", "value": 1240},
        {"key": "offer", "zone": "primary", "label": "Offer", "value": "Free cappuccino"},
        {"key": "name", "zone": "secondary", "label": "Name", "value": "Ana"},
        {"key": "since", "zone": "auxiliary", "label": "Since", "value": "2024"},
        {"key": "terms", "zone": "back", "label": "Terms", "value": "One a visit"},
    ]
    content = {
        "style": "store_card",
        "description": "Harbor Coffee card",
        "organization": "Harbor Coffee",
        "title": "Harbor Coffee",
        "fields": fields,
        "barcode": {"message": "HARBOR-1240", "text": "HARBOR-1240"},
        "background": "#1b3a4b",
        "foreground": "#ffffff",
        "label_color": "#d9e6ee",
    }
    made = _call(client, str(client.base_url.join("/dev/pass")), content=content)
    return f"/card/{made['pass_id']}"


def _page_without_code(client: httpx2.Client) -> str:
    """Return the ID of a published page that opens only by its ID and its name, since the page of a code redirects
    there.
    """
    name = "harbor-coffee"
    pages = _call(client, "get-all-pages", pageSize=100)["items"]
    found = next((page["page_id"] for page in pages if page["vanity_name"] == name), None)
    if found is not None:
        return str(found)
    made = str(_call(client, "gen-page", name="By its name", blocks=sign_up_page())["page_id"])
    _call(client, "update-page", page_id=made, vanity_name=name)
    _call(client, "update-page", page_id=made, action="publish")
    return made


def made_poll(client: httpx2.Client, code_id: str) -> str:
    """Create a poll for this code and return its ID."""
    # The second time it already exists, which is fine.
    client.post("create-poll", json={"code_id": code_id, **_POLL})
    return str(_POLL["poll_id"])


def made_wall(client: httpx2.Client, **settings: Any) -> dict[str, Any]:
    """Return the wall with this name, created if necessary, with three pictures on it if it shows posts immediately."""
    wanted = {**_WALL, **settings}
    walls = _call(client, "selfiewall/get-selfiewalls")["items"]
    for wall in walls:
        if wall["name"] == wanted["name"]:
            there: dict[str, Any] = wall
            return there
    made = _call(client, "selfiewall/create-selfiewall", **wanted)
    if wanted["moderation"] == "after":
        for number, color in enumerate(_COLORS):
            _post(client, made["url"], f"Evening {number + 1} on the pier", color)
    return made


def _post(client: httpx2.Client, wall: str, caption: str, color: tuple[int, int, int]) -> None:
    fields = {"caption": caption, "author": "Ann", "consent": "yes"}
    file = {"picture": ("me.png", picture(size=(900, 600), color=color), "image/png")}
    answer = httpx2.post(
        client.base_url.join(wall), headers=_SAFARI, data=fields, files=file, timeout=60
    )
    assert answer.status_code == 303, answer.text


def _terms(client: httpx2.Client, code_id: str) -> str:
    title, text = "Terms of the coupon", "<p>One coupon for each guest and day.</p>"
    asked = {"code_id": code_id, "title": title}
    first = client.post("update-terms", json={**asked, "body": text, "based_on": 0})
    if first.status_code == 200:
        more = f"{text}<p>It is not paid out. Staff may not take part.</p>"
        _call(client, "update-terms", **asked, body=more, based_on=1)
    return str(_call(client, "get-terms", code_id=code_id)["items"][0]["public_url"])


def _walls(client: httpx2.Client) -> dict[str, str]:
    wall, empty = made_wall(client), made_wall(client, name="Winter party", moderation="before")
    return {
        "wall-of-guests": wall["url"],
        "wall-live": wall["live_url"],
        "wall-empty": empty["url"],
    }


def _gates(client: httpx2.Client) -> dict[str, str]:
    def code(name: str, **more: Any) -> str:
        return str(
            _call(client, "qr/create-code", name=name, **{**_REDIRECT, **more})["public_url"]
        )

    locked = code(
        "For members", type="page", content={"title": "The secret menu"}, destination=None
    )
    code_id = locked.rpartition("/")[2]
    _call(client, "promo_lock/create_promo_code", qr_id=code_id, amount=1)
    return {
        "gate-password": code("For staff", password="harbor"),
        "gate-promo": locked,
        "gate-not-yet": code("Next summer", active_from="2099-06-01T08:00:00Z"),
        "gate-over": code("Last summer", active_until="2020-09-01T20:00:00Z"),
    }

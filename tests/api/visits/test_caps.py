"""Caps are respected under concurrent calls, and the caller who loses a race gets an error."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from importlib import import_module
from inspect import getmembers, isclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError
from starlette.testclient import TestClient

from api import domains
from api.kit import error_responses
from api.kit.errors import Conflict
from runtime.settings import Settings
from tests.support.automation_calls import automation_plan
from tests.support.browsers import BROWSER
from tests.support.campaign_calls import campaign_plan
from tests.support.pass_calls import drawn_pass
from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody
from tests.support.pictures import picture
from tests.support.waiting import eventually, is_lock_awaited

AT_MOST = 2
AT_ONCE = 5

Body = Callable[[dict[str, str], int], dict[str, Any]]


def _to_browsers() -> dict[str, Any]:
    """Return a message to browsers for tomorrow."""
    later = datetime.now(UTC) + timedelta(days=1)
    return {"message": "We bake again.", "channels": ["browsers"], "send_at": later.isoformat()}


CAPS: dict[str, tuple[str, str, Body]] = {
    "TooManyAnnotations": (
        "insights.annotations.service.MAX_NOTES",
        "save-annotation",
        lambda _, __: {"starts_at": "2026-05-01T08:00:00Z", "text": "Opened"},
    ),
    "TooManyCustomerFields": (
        "people.customers.profiles.MAX_FIELDS",
        "save-customer-field",
        lambda _, number: {"name": f"field_{number}", "label": "Size", "type": "text"},
    ),
    "TooManyCustomerNotes": (
        "people.customers.profiles.MAX_NOTES",
        "add-customer-note",
        lambda ids, _: {"customer_id": ids["customer"], "text": "Likes tea."},
    ),
    "TooManyPasses": (
        "wallet.passes.service.MAX_PASSES",
        "/dev/pass",
        lambda _, __: {"content": drawn_pass("Harbor")},
    ),
    "TooManyPassTemplates": (
        "wallet.pass_templates.service.MAX_TEMPLATES",
        "save-pass-template",
        lambda _, number: {"name": f"Coupon {number}", "content": drawn_template("Harbor")},
    ),
    "TooManyCannedAnswers": (
        "messaging.inbox.service.MAX_CANNED_ANSWERS",
        "save-canned-answer",
        lambda _, number: {"name": f"Answer {number}", "text": "Thank you"},
    ),
    "TooManyConnections": (
        "commerce.connections.service.MAX_CONNECTIONS",
        "integration-controller",
        lambda _, number: {
            "action": "connect",
            "vendor": "webhooks",
            "settings": {"url": f"https://example.com/{number}"},
        },
    ),
    "TooManyMailDomains": (
        "messaging.mail_domains.service.MAX_DOMAINS",
        "add-mail-domain",
        lambda _, number: {"domain": f"mail{number}.harbor.dev"},
    ),
    "TooManyNumbers": (
        "messaging.senders.service.MAX_NUMBERS",
        "twilio/purchase-number",
        lambda _, number: {"phone": f"+141555501{number % 100:02}"},
    ),
    "TooManyCampaigns": (
        "messaging.campaigns.service.MAX_CAMPAIGNS",
        "save-campaign",
        lambda _, number: campaign_plan(f"Cake {number}"),
    ),
    "TooManyAutomations": (
        "messaging.automations.service.MAX_AUTOMATIONS",
        "save-automation",
        lambda _, number: automation_plan(f"Hello {number}"),
    ),
    "TooManyPassUpdates": (
        "wallet.pass_updates.service.MAX_UPDATES",
        "send-push",
        lambda _, __: {"message": "We bake again."},
    ),
    "TooManyWebPushMessages": (
        "messaging.web_push.messages.MAX_MESSAGES",
        "send-push",
        lambda _, __: _to_browsers(),
    ),
    "TooManySegments": (
        "people.segments.service.MAX_SEGMENTS",
        "save-segment",
        lambda _, number: {"name": f"Segment {number}"},
    ),
    "TooManyEarningRules": (
        "promotions.earning.service.MAX_RULES",
        "save-earning-rule",
        lambda _, __: {"kind": "submit", "name": "Sign-up", "amount": 5},
    ),
    "TooManyDomains": (
        "hosts.custom_domains.service.MAX_DOMAINS",
        "add-domain",
        lambda _, number: {"host": f"go{number}.harbor.dev"},
    ),
    "TooManyFolders": (
        "codes.folders.service.MAX_FOLDERS",
        "create-folder",
        lambda _, number: {"name": f"Folder {number}"},
    ),
    "TooManyKeys": (
        "org.members.keys.MAX_ACTIVE_KEYS",
        "api_key",
        lambda _, __: {"action": "make", "name": "Till", "role": "viewer"},
    ),
    "TooManyLinks": (
        "insights.share_links.service.MAX_ACTIVE",
        "create-share-link",
        lambda _, __: {"name": "For partners", "question": {}},
    ),
    "TooManyNotes": (
        "content.notes.service.MAX_NOTES",
        "add_qr_note",
        lambda ids, _: {"code_id": ids["code"], "title": "Opening"},
    ),
    "TooManyPages": ("content.pages.service.MAX_PAGES", "gen-page", lambda _, __: {"name": "New"}),
    "TooManyPolls": (
        "content.polls.service.MAX_POLLS",
        "create-poll",
        lambda ids, number: {
            "code_id": ids["code"],
            "poll_id": f"poll-{number}",
            "question": "Tea?",
            "choices": [{"id": "yes", "label": "Yes"}, {"id": "no", "label": "No"}],
        },
    ),
    "TooManyPromoCodes": (
        "promotions.promo_locks.service.MAX_PROMO_CODES",
        "create_promo_code",
        lambda ids, _: {"qr_id": ids["code"], "amount": 1},
    ),
    "TooManyRewards": (
        "promotions.rewards.definitions.MAX_REWARDS",
        "register-reward",
        lambda _, __: {"action": "create", "reward_list": [{"name": "Coffee"}]},
    ),
    "TooManySchedules": (
        "insights.scheduled_reports.service.MAX_SCHEDULES",
        "save-scheduled-report",
        lambda ids, _: {"name": "Weekly", "recipients": [ids["email"]]},
    ),
    "TooManyTills": (
        "promotions.tills.service.MAX_TILLS",
        "enrol-till",
        lambda _, number: {"name": f"Counter {number}"},
    ),
    "TooManyStaff": (
        "promotions.tills.service.MAX_STAFF",
        "save-till-staff",
        lambda _, number: {"name": f"Mia {number}", "pin": "4711"},
    ),
    "TooManySlips": (
        "content.slips.service.MAX_SLIPS",
        "slip",
        lambda _, __: {"action": "create_slip", "updated_data": {"name": "Tent"}},
    ),
    "TooManySuppressionLists": (
        "people.consents.suppressions.MAX_LISTS",
        "import-suppressions",
        lambda _, number: {"name": f"List {number}", "text": "a@example.com"},
    ),
    "TooManyTemplates": (
        "content.page_templates.service.MAX_TEMPLATES",
        "submit-template",
        lambda _, __: {"name": "Kept", "blocks": {"root": {}, "content": []}},
    ),
    "TooManyUtmTemplates": (
        "codes.utm_templates.service.MAX_TEMPLATES",
        "save-utm-template",
        lambda _, number: {"name": f"Flyer {number}", "utm": {"source": "flyer"}},
    ),
    "TooManyViews": (
        "insights.saved_views.service.MAX_VIEWS",
        "save-view",
        lambda _, number: {"name": f"View {number}", "search": "bots=1"},
    ),
    "TooManyGames": (
        "promotions.games.service.MAX_GAMES",
        "game",
        lambda _, __: {"name": "Wheel"},
    ),
    "TooManyExperiences": (
        "promotions.experiences.service.MAX_ROWS",
        "/v0/create-experience",
        lambda _, number: {"name": f"Spring {number}"},
    ),
    "TooManyWalls": (
        "content.walls.service.MAX_WALLS",
        "selfiewall/create-selfiewall",
        lambda _, __: {"name": "Party"},
    ),
}

# A call that archives a season names its number, which is part of its key, so only one of many
# succeeds.
DECIDED_BY_KEY = {"TooManySeasons"}


def _capped() -> Iterator[str]:
    for file in sorted(Path(domains.__path__[0]).rglob("errors.py")):
        module = import_module(
            ".".join(
                ("api", "domains", *file.relative_to(domains.__path__[0]).with_suffix("").parts)
            )
        )
        for name, error in getmembers(module, isclass):
            if name.startswith("TooMany") and issubclass(error, Conflict):
                yield name


def test_every_cap_is_listed_here() -> None:
    assert sorted(set(_capped()) - DECIDED_BY_KEY) == sorted(CAPS)


def test_no_cap_is_exceeded_by_concurrent_calls(
    client: TestClient, owner: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = {"name": "Menu", "type": "page"}
    made = client.post("/v1/qr/create-code", json=code, headers=owner.headers).json()
    known = client.post("/v1/save-customer", json={"first_name": "Ana"}, headers=owner.headers)
    ids = {
        "code": made["code_id"],
        "customer": known.json()["customer_id"],
        "email": owner.email,
    }
    numbers = count()
    results: dict[str, list[int]] = {}

    for name, (limit, path, body) in CAPS.items():
        monkeypatch.setattr(f"api.domains.{limit}", AT_MOST)

        def ask(_: int, path: str = path, body: Body = body) -> int:
            wanted = body(ids, next(numbers))
            address = path if path.startswith("/") else f"/v1/{path}"
            return client.post(address, json=wanted, headers=owner.headers).status_code

        with ThreadPoolExecutor(AT_ONCE) as pool:
            results[name] = sorted(200 if it == 201 else it for it in pool.map(ask, range(AT_ONCE)))

    exactly = [200] * AT_MOST + [409] * (AT_ONCE - AT_MOST)
    assert results == dict.fromkeys(CAPS, exactly)


def test_wall_accepts_no_more_pictures_than_its_cap(
    client: TestClient, owner: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.domains.content.walls.service.MAX_POSTS", AT_MOST)
    wanted = {"name": "Party"}
    wall = client.post("/v1/selfiewall/create-selfiewall", json=wanted, headers=owner.headers)
    address = f"/wall/{wall.json()['wall_id']}/"

    def post(number: int) -> str:
        data = picture("PNG", (640, 480), color=(40 * number, 90, 60))
        answer = client.post(
            address,
            data={"consent": "yes"},
            files={"picture": ("me.png", data)},
            headers=BROWSER,
        )
        return answer.headers["location"].partition("wp_outcome=")[2].partition("&")[0]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        result = sorted(pool.map(post, range(AT_ONCE)))

    assert result == ["full"] * (AT_ONCE - AT_MOST) + ["pending"] * AT_MOST


def test_update_of_a_concurrently_deleted_wall_reports_it(
    client: TestClient, owner: Somebody, settings: Settings
) -> None:
    wanted = {"name": "Party"}
    wall = client.post(
        "/v1/selfiewall/create-selfiewall", json=wanted, headers=owner.headers
    ).json()

    with ThreadPoolExecutor(1) as pool, psycopg.connect(settings.database_url) as other:
        other.execute("delete from walls where wall_id = %s", [wall["wall_id"]])
        change = pool.submit(
            client.post,
            "/v1/selfiewall/update-selfiewall",
            json={"wall_id": wall["wall_id"], "name": "Feast"},
            headers=owner.headers,
        )
        eventually(lambda: is_lock_awaited(settings.database_url))
        other.commit()
        answer = change.result(timeout=30)

    assert answer.status_code == 409, answer.text
    assert answer.json()["code"] == "changed_meanwhile"
    assert "at the same moment" in answer.json()["message"]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (StaleDataError("0 rows"), 409),
        (IntegrityError("insert", {}, psycopg.errors.UniqueViolation()), 409),
        (IntegrityError("insert", {}, psycopg.errors.ForeignKeyViolation()), 409),
        (IntegrityError("insert", {}, psycopg.errors.ExclusionViolation()), 409),
        (psycopg.errors.UniqueViolation(), 409),
        (OperationalError("update", {}, psycopg.errors.DeadlockDetected()), 409),
        (psycopg.errors.SerializationFailure(), 409),
        (OperationalError("select", {}, psycopg.OperationalError("gone")), 503),
        (IntegrityError("insert", {}, psycopg.errors.NotNullViolation()), 500),
        (IntegrityError("insert", {}, psycopg.errors.CheckViolation()), 500),
    ],
    ids=lambda it: type(getattr(it, "orig", it)).__name__,
)
def test_lost_race_returns_conflict_and_a_programming_error_does_not(
    error: Exception, status: int
) -> None:
    app = FastAPI()
    error_responses.install(app, lambda _: None, lambda _, __: None, {})

    @app.get("/")
    def change() -> None:
        raise error

    answer = TestClient(app, raise_server_exceptions=False).get("/")

    assert answer.status_code == status
    if status == 409:
        assert (answer.json()["code"], answer.json()["error"]) == ("changed_meanwhile", True)
        assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("headers", "is_page"),
    [
        ({"accept": "text/html,*/*;q=0.8"}, True),
        ({"accept": "*/*"}, False),
        ({"accept": "text/html", "content-type": "application/json"}, False),
    ],
)
def test_form_without_script_that_lost_a_race_gets_an_html_page(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], is_page: bool
) -> None:
    def collide(*_: Any, **__: Any) -> None:
        raise IntegrityError("insert", {}, psycopg.errors.UniqueViolation())

    monkeypatch.setattr("api.domains.content.forms.form_receiver.resolve_form_request", collide)
    form = {"content-type": "application/x-www-form-urlencoded"}

    answer = client.post("/code/abcdefghij/submit", content="name=Ada", headers={**form, **headers})

    assert answer.status_code == 409
    assert answer.headers["content-type"].startswith("text/html") is is_page
    assert answer.headers["retry-after"] == "1"
    if is_page:
        assert "send it again" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    else:
        assert answer.json()["code"] == "changed_meanwhile"

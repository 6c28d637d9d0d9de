"""Two organisations in one app, for the tests that call every route."""

from typing import Any

from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.call import Call
from tests.support.calls import CALLS
from tests.support.descriptions import described
from tests.support.people import People
from tests.support.routes import ServedRoute
from tests.support.tables import digest_of
from tests.support.tenants import Tenant

MARK = "quietharbor"
"""Contained in every text of the organisation that nobody else may see."""

BRANDED = (
    "GET /code/{code_id}/poll/{poll_id}",
    "POST /code/{code_id}/submit",
    "POST /page/{page_id}/submit",
    "GET /privacy/{org_id}",
    "GET /preferences/{org_id}/{token}",
    "GET /preferences/{org_id}/{token}/unsubscribe",
    "POST /preferences/{org_id}/{token}/unsubscribe",
    "GET /card/{card_id:card}",
    "GET /card/{card_id:card}/app.webmanifest",
    "GET /card/{pass_id:pass}",
    "GET /card/{offer_id:pass_offer}",
    "POST /card/{offer_id:pass_offer}",
    "GET /refer/{code}",
    "POST /refer/{code}",
    "GET /game/{code_id}",
    "POST /game/{code_id}/play",
    "GET /game/{code_id}/claim",
    "POST /game/{code_id}/claim",
    "GET /game/{code_id}/practice",
    "GET /game/{code_id}/fairness",
    "GET /code/{code_id}/password",
    "GET /code/{code_id}/unlock",
    "POST /code/{code_id}/use",
    "POST /v1/open-share-link",
    "POST /v1/get-invitation",
)
"""Pages, shared dashboards and invitations, which contain their organisation's name and logo."""

SENT = (
    *("submissions", "submission_consents", "consent_texts"),
    *("customers", "customer_visitors", "customer_touchpoints"),
)
CONSENTS = ("consent_entries", "consent_mails")
ASKED = ("phone_verifications", "messages", "sandbox_messages")
PLAYED = (
    *("game_plays", "game_runs", "game_players", "game_log", "game_refusals", "game_bests"),
    *("prizes", "prize_awards"),
)
REFERRED = ("referrals", "referral_codes")
EVENTS = frozenset(
    {
        "outbox",
        "terms_acceptances",
        "votes",
        "vote_tallies",
        *SENT,
        *ASKED,
        *REFERRED,
        *PLAYED,
        *CONSENTS,
        "report_recipients",
        "passes",
        "web_push_keys",
        "web_push_subscriptions",
        "pass_offers",
        "till_sessions",
    }
)
"""The tables in which public calls record visitors' actions."""

QUEUE = frozenset({"procrastinate_jobs", "procrastinate_events"})
"""The tables of the job queue, which have no organisation; `jobs` has the jobs by organisation."""

Answers = list[tuple[str, int, str]]


class World:
    """Two organisations in one app."""

    def __init__(
        self,
        client: TestClient,
        settings: Settings,
        routes: list[ServedRoute],
        ours: Tenant,
        strangers: Tenant,
        people: People,
    ) -> None:
        self.client = client
        self.settings = settings
        self.routes = routes
        self.ours = ours
        self.strangers = strangers
        self.people = people
        self.document = described()

    def call(
        self, method: str, path: str, headers: dict[str, str] | None, org_id: str | None = None
    ) -> tuple[str, int, str]:
        """Call a route with our ids, optionally naming an organisation."""
        call = CALLS[method, path]
        address = call.address(path, self.ours.ids)
        body: dict[str, Any] | None = call.body(self.ours.ids) if call.body else None
        if org_id is not None and body is not None and not call.table:
            body = {**body, "org_id": org_id}
        elif org_id is not None:
            address += f"{'&' if '?' in address else '?'}org_id={org_id}"
        sent: dict[str, Any] = {"data": body} if call.is_form else {"json": body}
        if call.table and body is not None:
            file = ("seen.csv", call.table.encode(), "text/csv")
            sent = {"data": body, "files": {call.file: file}}
        answer = self.client.request(method, address, headers=headers, **sent)
        return f"{method} {path}", answer.status_code, answer.text

    def digest(
        self, but_of: str | None = None, but: frozenset[str] = frozenset()
    ) -> dict[str, str]:
        """Return a digest of every table, without one organisation's rows."""
        return digest_of(self.settings.database_url, but_of, but)


def calls(needs: tuple[str, ...]) -> list[tuple[str, str]]:
    return [key for key, call in CALLS.items() if call.needs in needs]


def leaking(answers: Answers) -> list[str]:
    return [f"{name}: {text}" for name, _, text in answers if MARK in _secret_of(name, text)]


def _secret_of(name: str, text: str) -> str:
    """Return a response without the name and logo that a page shows to visitors on purpose."""
    shown = text.lower()
    if name in BRANDED:
        for public in (f"{MARK} company", f"/{MARK}.png", f"invited@{MARK}.example"):
            shown = shown.replace(public, "")
    if "/card/" in name:
        offered = ("coffee", "cake", "coupon", "tea", "order")
        for public in (f"{MARK} {it}" for it in offered):
            # The offer of a card or a pass, and the rule by which points were earned.
            shown = shown.replace(public, "")
    return shown


def served_calls(world: World) -> dict[tuple[str, str], Call]:
    """Return the calls that have a route."""
    served = {(route.method, route.path) for route in world.routes}
    return {key: call for key, call in CALLS.items() if key in served}

"""Who matches the rules of a segment, compared with the rules evaluated in plain Python."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.people.segment_reference import Reference
from tests.pipelines.events import land, make_event
from tests.support.people import MakeMember, MakeOrg
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

ZONE = "Asia/Kathmandu"
TYPES = ("scan", "view", "use", "submit", "vote", "order", "message", "segment")
CHANNELS, PURPOSES = ("email", "sms", "whatsapp", "web_push"), ("marketing", "feedback")
TAGS, LANGUAGES = ("vip", "tea"), ("pt", "pt-BR", "en")
ZONES = ("Europe/Lisbon", "Europe/Berlin", "America/New_York")
FIELDS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "drink": ("choice", ("Tea", "Coffee")),
    "size": ("number", (1, 2.5, 40)),
    "joined": ("date", ("2025-02-01", "2026-02-01")),
    "pet": ("yes_no", (True, False)),
    "motto": ("text", ("Ola 100%", "a_b")),
}

Call = Callable[..., Any]


class Data:
    """An organisation with a few customers and a few hundred events, partly in the mart."""

    def __init__(
        self, client: TestClient, make_org: MakeOrg, make_member: MakeMember, settings: Settings
    ) -> None:
        self.rng = random.Random(11)
        self.started = datetime.now(UTC)
        self.org = make_org(time_zone=ZONE)
        self.settings = settings
        member = make_member(self.org, "admin")

        def call(path: str, **body: object) -> Any:
            answer = client.post(f"/v1/{path}", json=body, headers=member.headers)
            assert answer.status_code == 200, answer.text
            return answer.json()

        self.call = call
        folder = call("create-folder", name="Menus")["folder_id"]
        within = call("create-folder", name="Lunch", parent_id=folder)["folder_id"]
        redirect = {"type": "redirect", "destination": "https://cafe.example"}
        places: tuple[dict[str, Any], ...] = (
            {"folder_id": within},
            {"properties": {"table": "4"}},
            {},
        )
        self.codes = [
            call("qr/create-code", name="Menu", **redirect, **place)["code_id"] for place in places
        ]
        self.folders = {folder: {self.codes[0]}}
        self.placements = {"table: 4": {self.codes[1]}}
        for name, (kind, values) in FIELDS.items():
            options = list(values) if kind == "choice" else []
            call("save-customer-field", name=name, label=name, type=kind, options=options)
        self.profiles = {it["customer_id"]: it for it in map(self._person, range(8))}
        self.ids = list(self.profiles)
        self.merged = {}
        for number, kept in enumerate(self.ids[:2]):
            twin = call("save-customer", first_name=f"Twin {number}")["customer_id"]
            call("merge-customers", keep=kept, merge=twin)
            self.merged[twin] = kept
        self.browsers = {f"browser_{number}": it for number, it in enumerate(self.ids[:5])}
        self._store()
        self.events = [self._event(number) for number in range(400)]
        lake = Lake.from_settings(settings)
        land(lake, *self.events[:250])
        build_activity(lake, {self.org.org_id: ZONE})
        land(lake, *self.events[250:])
        list_id = call("save-segment", name="By hand")["segment_id"]
        call("change-segment-members", segment_id=list_id, add=self.ids[::3])
        rules = {"kind": "not", "conditions": [{"kind": "tag", "values": ["vip"]}]}
        rules_id = call("save-segment", name="By rules", rules=rules)["segment_id"]
        self.lists, self.segments = {list_id: set(self.ids[::3])}, {rules_id: rules}
        self.decisions = [self._decision(number) for number in range(120)]

    def _person(self, number: int) -> dict[str, Any]:
        rng = self.rng
        facts: dict[str, Any] = {
            "first_name": f"P{number}",
            "tags": rng.sample(TAGS, rng.randint(0, 2)),
            "language": rng.choice((None, *LANGUAGES)),
            "time_zone": rng.choice((None, *ZONES)),
            "birthday": rng.choice((None, "--02-29", self._birthday(rng.randint(0, 3)))),
            "email": rng.choice((None, f"p{number}@example.com")),
            "phone": rng.choice((None, f"+35191234500{number}")),
        }
        fields = {name: rng.choice((None, *values)) for name, (_, values) in FIELDS.items()}
        made = self.call("save-customer", **facts, fields=fields)
        known = {name: it for name, it in fields.items() if it is not None}
        if rng.random() < 0.3:
            known["country"] = rng.choice(("pt", "DE"))
        days = rng.choice((0, 1, 6, 7, 30))
        created = datetime.now(UTC) - timedelta(days=days)
        return {**facts, "customer_id": made["customer_id"], "fields": known, "created_at": created}

    def _birthday(self, days: int) -> str:
        day = datetime.now(ZoneInfo(ZONE)).date() + timedelta(days=days)
        return (
            f"{day.year - self.rng.randint(18, 40)}-{day:%m-%d}"
            if (day.month, day.day) != (2, 29)
            else "--02-29"
        )

    def _store(self) -> None:
        with psycopg.connect(self.settings.database_url) as connection:
            for who, it in self.profiles.items():
                connection.execute(
                    "update customers set created_at = %s, attributes = attributes || %s::jsonb"
                    " where customer_id = %s",
                    [
                        it["created_at"],
                        psycopg.types.json.Jsonb(
                            {"country": it["fields"]["country"]}
                            if "country" in it["fields"]
                            else {}
                        ),
                        who,
                    ],
                )
            for visitor, who in (*self.browsers.items(), ("claimed", self.ids[6])):
                connection.execute(
                    "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
                    " values (%s, %s, %s, %s)",
                    [self.org.org_id, visitor, who, visitor != "claimed"],
                )

    def _decision(self, number: int) -> dict[str, Any]:
        rng = self.rng
        who = rng.choice((*self.ids, *self.merged))
        kept = self.profiles[self.merged.get(who, who)]
        days = rng.choice((-1, 0, 1, 2, 3))
        made = {
            "customer_id": who,
            "channel": rng.choice(CHANNELS),
            "purpose": rng.choice(PURPOSES),
            "decision": rng.choice(("requested", "given", "given", "withdrawn")),
            "address": rng.choice((None, kept["email"], kept["phone"], "earlier@example.com")),
            "decided_at": self.started - timedelta(days=days),
        }
        with psycopg.connect(self.settings.database_url) as connection:
            found = connection.execute(
                "select email_index, phone_index from customers where customer_id = %s",
                [kept["customer_id"]],
            ).fetchone()
            assert found
            earlier = sha256(b"earlier").digest()
            index = {None: None, kept["email"]: found[0], kept["phone"]: found[1]}
            connection.execute(
                "insert into consent_entries (entry_id, org_id, customer_id, channel, purpose, decision,"
                " address_index, source, decided_at, recorded_at) values (%s, %s, %s, %s, %s, %s,"
                " %s, 'api', %s, %s)",
                [
                    f"cns_{number}",
                    self.org.org_id,
                    who,
                    made["channel"],
                    made["purpose"],
                    made["decision"],
                    index.get(made["address"], earlier),
                    *(made["decided_at"], made["decided_at"]),
                ],
            )
        return made

    def _event(self, pos: int) -> dict[str, Any]:
        rng = self.rng
        midnight = datetime.now(ZoneInfo(ZONE)).replace(hour=0, minute=0, second=0, microsecond=0)
        day = midnight - timedelta(days=rng.choice((0, 1, 2, 5, 6, 7, 29, 30, 31, 100)))
        moment = rng.choice((day, day - timedelta(microseconds=1), day + timedelta(hours=9)))
        occurred_at = min(moment.astimezone(UTC), datetime.now(UTC))
        kind = rng.choice(TYPES)
        return make_event(
            pos,
            type=kind,
            org_id=rng.choice((self.org.org_id, self.org.org_id, "org_other")),
            customer_key=rng.choice((None, None, *self.ids[:6], *self.merged)),
            visitor_id=rng.choice((*self.browsers, "claimed", "stranger")),
            visitor_kind=rng.choice(("cookie", "cookie", "daily")),
            is_bot=rng.random() < 0.1,
            code_id=rng.choice((None, *self.codes)),
            page_id=rng.choice((None, "page_1")),
            amount_cents=rng.choice((None, 500, -300)) if kind == "order" else None,
            data=rng.choice(("{}", '{"action":"undone"}')) if kind == "redemption" else "{}",
            day=datetime.now(UTC).date() - timedelta(days=1),
            occurred_at=occurred_at,
        )

    def reference(self) -> Reference:
        return Reference(
            zone=ZoneInfo(ZONE),
            now=datetime.now(UTC),
            profiles=self.profiles,
            events=[it for it in self.events if it["org_id"] == self.org.org_id],
            browsers=self.browsers,
            merged=self.merged,
            folders=self.folders,
            placements=self.placements,
            segments=self.segments,
            lists=self.lists,
            decisions=self.decisions,
        )

    def fits(self, rules: dict[str, Any]) -> set[str]:
        found = self.call("preview-segment", rules=rules)
        assert (found["total"], found["is_total_exact"]) == (len(self.profiles), True)
        members = {it["customer_id"] for it in found["sample"]}
        assert found["count"] == len(members)
        return members


either = st.sampled_from(("is", "is_not"))
bound = st.sampled_from(("at_least", "at_most"))


def some(values: Any) -> Any:
    return st.lists(st.sampled_from(list(values)), min_size=1, max_size=2, unique=True)


@st.composite
def within(draw: Any) -> dict[str, Any]:
    today = datetime.now(ZoneInfo(ZONE)).date()
    first, last = sorted(draw(st.integers(0, 40)) for _ in range(2))
    return draw(
        st.sampled_from(
            (
                {},
                {"last_days": first + 1},
                {"last_days": draw(st.sampled_from((1, 7, 30)))},
                {"first_day": str(today - timedelta(days=last))},
                {
                    "first_day": str(today - timedelta(days=last)),
                    "last_day": str(today - timedelta(days=first)),
                },
            )
        )
    )


@st.composite
def field_rule(draw: Any) -> dict[str, Any]:
    name = draw(st.sampled_from(sorted(FIELDS)))
    kind, values = FIELDS[name]
    ops = ["is", "is_not", "known", "unknown"]
    ops += {
        "number": ["at_least", "at_most"],
        "date": ["at_least", "at_most"],
        "text": ["contains"],
    }.get(kind, [])
    op = draw(st.sampled_from(ops))
    given: list[Any] = []
    if op == "contains":
        given = [draw(st.sampled_from(("%", "_", "OLA", "x")))]
    elif op not in ("known", "unknown"):
        given = draw(some(values))[: 1 if op.startswith("at_") else 2]
    return {"kind": "field", "name": name, "op": op, "values": given}


def leaf(data: Data) -> Any:
    act = st.sampled_from(("any", "scan", "view", "submit", "order"))
    places = st.fixed_dictionaries(
        {},
        optional={
            "codes": some(data.codes),
            "folders": some(data.folders),
            "placements": some(data.placements),
        },
    )

    def rule(kind: str, **parts: Any) -> Any:
        return st.fixed_dictionaries({"kind": st.just(kind), **parts})

    def placed(kind: str, **parts: Any) -> Any:
        return st.builds(lambda it, where: it | where, rule(kind, within=within(), **parts), places)

    return st.one_of(
        rule("language", op=either, values=some(LANGUAGES)),
        rule("country", op=either, values=some(("PT", "DE", "US"))),
        rule("time_zone", op=either, values=some(ZONES)),
        rule("tag", op=either, values=some(TAGS)),
        rule("contact", op=either, value=st.just("email")),
        rule(
            "consent",
            op=either,
            channel=st.sampled_from(CHANNELS),
            purpose=st.sampled_from(PURPOSES),
            state=st.sampled_from(("given", "withdrawn", "none")),
        ),
        field_rule(),
        rule("birthday", months=some(range(1, 13))),
        rule("birthday", days=st.integers(0, 4)),
        rule("age", op=bound, years=st.integers(18, 40)),
        rule("created", op=either, within=within()),
        rule("segment", op=either, segment_id=st.sampled_from([*data.lists, *data.segments])),
        placed("behaviour", op=either, act=act, times=st.integers(1, 6)),
        placed("frequency", op=bound, act=act, days=st.integers(1, 4)),
        placed("value", op=bound, amount_cents=st.sampled_from((1, 500, 700))),
        rule("recency", op=bound, days=st.integers(0, 31)),
    )


def rules_of(data: Data) -> Any:
    def groups(inner: Any) -> Any:
        return st.fixed_dictionaries(
            {
                "kind": st.sampled_from(("all", "any", "not")),
                "conditions": st.lists(inner, min_size=1, max_size=3),
            }
        )

    return groups(st.recursive(leaf(data), groups, max_leaves=5))


@pytest.mark.slow
def test_segments_equal_a_plain_python_evaluation_of_profiles_and_raw_events(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, api_settings: Settings
) -> None:
    data = Data(client, make_org, make_member, api_settings)
    sizes = set()

    @hypothesis_settings(
        max_examples=40,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(rules=rules_of(data))
    def compared(rules: dict[str, Any]) -> None:
        expected = data.reference().members(rules)
        assert data.fits(rules) == expected
        sizes.add(len(expected))

    compared()
    for channel, purpose, state in product(CHANNELS, PURPOSES, ("given", "withdrawn", "none")):
        consent = {"kind": "consent", "channel": channel, "purpose": purpose, "state": state}
        rules = {"kind": "all", "conditions": [consent]}
        assert data.fits(rules) == data.reference().members(rules), rules

    assert len(sizes) > 5, "the rules tell customers apart"

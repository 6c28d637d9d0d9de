"""Segments: counted, kept up to date, used by rules of codes and blocks of pages, and lists filled by hand and by
import.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb
from sqlalchemy import Engine
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.db.session import Database
from api.domains.people.segments import member_repository
from api.domains.people.segments.refreshing import EVERY, Refresher
from api.jobs.worker import STATEMENT_TIMEOUT
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.browsers import BROWSER
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, heading
from tests.support.people import Org, Somebody
from tests.support.visits import Outbox
from tests.support.waiting import eventually
from warehouse.lake import Lake
from warehouse.segments.engine import CustomerBehaviour

VIP = {"kind": "all", "conditions": [{"kind": "tag", "values": ["vip"]}]}
SENT = {"kind": "all", "conditions": [{"kind": "behaviour", "act": "submit", "times": 2}]}


class Calls:
    """The calls of one member."""

    def __init__(self, client: TestClient, member: Somebody) -> None:
        self._client = client
        self._member = member

    def __call__(self, path: str, status: int = 200, **body: object) -> Any:
        answer = self._client.post(f"/v1/{path}", json=body, headers=self._member.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def add(self, **facts: object) -> str:
        return str(self("save-customer", **{"first_name": "Ana", **facts})["customer_id"])

    def segment(self, rules: dict[str, Any] | None = None, name: str = "VIPs") -> str:
        return str(self("save-segment", name=name, rules=rules)["segment_id"])

    def members(self, segment_id: str) -> set[str]:
        found = self("get-customers", basedOn="segment", id=segment_id, pageSize=100)
        return {it["customer_id"] for it in found["items"]}


@pytest.fixture
def call(client: TestClient, admin: Somebody) -> Calls:
    return Calls(client, admin)


@pytest.fixture
def engine(api_settings: Settings) -> Engine:
    return make_engine(api_settings, statement_timeout=STATEMENT_TIMEOUT)


@pytest.fixture
def refresh(engine: Engine, lake: Lake) -> Callable[[datetime], int]:
    """Return a function that counts the segments due at a moment, as the worker does each minute."""

    def run(now: datetime) -> int:
        behaviour = CustomerBehaviour(lake, threads=1)
        try:
            return Refresher(engine, behaviour).refresh_due(now)
        finally:
            behaviour.close()

    return run


def submits(org: Org, who: str, often: int, first: int = 0) -> list[dict[str, Any]]:
    start = datetime.now(UTC) - timedelta(hours=1)
    return [
        make_event(
            first + number,
            type="submit",
            org_id=org.org_id,
            customer_key=who,
            day=start.date(),
            occurred_at=start,
        )
        for number in range(often)
    ]


def test_segment_members_follow_the_rules_and_each_change_is_an_event(
    call: Calls,
    org: Org,
    lake: Lake,
    api_settings: Settings,
    outbox: Outbox,
    refresh: Callable[[datetime], int],
) -> None:
    ana, ben = call.add(tags=["vip"]), call.add(first_name="Ben")
    land(lake, *submits(org, ben, 1))
    vips, senders = call.segment(VIP), call.segment(SENT, "Senders")
    waiting = call("get-segment", segment_id=vips)
    assert (waiting["counted_at"], waiting["is_counting"]) == (None, True)

    run_jobs(api_settings)

    assert (call.members(vips), call.members(senders)) == ({ana}, set())
    now = datetime.now(UTC)
    assert refresh(now) == 0, "what was just counted is not due"
    assert not call("get-segment", segment_id=vips)["is_counting"]
    land(lake, *submits(org, ben, 1, first=1))
    call("tag-customers", customer_ids=[ana], remove=["vip"])
    assert refresh(now + EVERY) == 2
    assert (call.members(vips), call.members(senders)) == (set(), {ben})
    changes = [
        (event.data.segment_id, event.data.action, event.customer_key)
        for event in outbox.events()
        if event.type == "segment"
    ]
    assert changes[0] == (vips, "entered", ana)
    assert set(changes[1:]) == {(vips, "left", ana), (senders, "entered", ben)}
    days = call("get-segment", segment_id=vips)["days"]
    assert (sum(it["entered"] for it in days), sum(it["left"] for it in days)) == (1, 1)
    assert days[-1]["members"] == 0
    listed = {it["name"]: it["members"] for it in call("list-segments", sort="name")["items"]}
    assert listed == {"Senders": 1, "VIPs": 0}


def test_browser_counts_for_a_segment_only_while_it_is_proven(
    call: Calls, org: Org, lake: Lake, settings: Settings
) -> None:
    ana, ben = call.add(), call.add(first_name="Ben")
    seen = datetime.now(UTC) - timedelta(hours=1)
    scan = {"type": "scan", "org_id": org.org_id, "visitor_kind": "cookie", "customer_key": None}
    for number, visitor in enumerate(("one", "two")):
        at = {"day": seen.date(), "occurred_at": seen, "visitor_id": visitor}
        land(lake, make_event(number, **scan, **at))
    scanned = {"kind": "all", "conditions": [{"kind": "behaviour", "act": "scan"}]}

    def found() -> set[str]:
        return {it["customer_id"] for it in call("preview-segment", rules=scanned)["sample"]}

    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        insert = (
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
            " values (%s, %s, %s, true)"
        )
        connection.execute(insert, [org.org_id, "one", ana])
        assert found() == {ana}
        connection.execute(insert, [org.org_id, "two", ben])
        assert found() == {ana, ben}
        connection.execute("update customer_visitors set is_proven = visitor_id = 'two'")
        assert found() == {ben}


def test_many_members_enter_and_leave_in_several_transactions(
    call: Calls,
    api_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    refresh: Callable[[datetime], int],
) -> None:
    monkeypatch.setattr(member_repository, "CHUNK", 2)
    monkeypatch.setattr("api.domains.people.segments.refreshing.CHUNK", 2)
    people = {call.add(first_name=f"P{number}", tags=["vip"]) for number in range(5)}
    vips = call.segment(VIP)

    run_jobs(api_settings)

    assert call.members(vips) == people
    assert call("get-segment", segment_id=vips)["members"] == 5

    sizes: list[int] = []
    change = member_repository.MemberRepository.change

    def counted(self: Any, *args: Any) -> Any:
        changes = change(self, *args)
        sizes.append(len(changes.left))
        return changes

    monkeypatch.setattr(member_repository.MemberRepository, "change", counted)
    call("tag-customers", customer_ids=sorted(people), remove=["vip"])
    refresh(datetime.now(UTC) + EVERY)

    assert sizes == [2, 2, 1]
    assert call("get-segment", segment_id=vips)["members"] == 0


def test_merge_creates_no_entered_or_left_event(
    call: Calls, api_settings: Settings, outbox: Outbox, refresh: Callable[[datetime], int]
) -> None:
    kept, merged = call.add(), call.add(first_name="Twin", tags=["vip"])
    vips = call.segment(VIP)
    run_jobs(api_settings)
    call("merge-customers", keep=kept, merge=merged)

    refresh(datetime.now(UTC) + EVERY)

    actions = [it.data.action for it in outbox.events() if it.type == "segment"]
    assert actions == ["entered"]
    assert call.members(vips) == {kept}


def test_nested_segments_are_compiled_within_limits(call: Calls, api_settings: Settings) -> None:
    first = call.segment(VIP, "0")
    with psycopg.connect(api_settings.database_url) as connection:
        below, named = first, {"kind": "all", "conditions": [{}]}
        for number in range(1, 22):
            named = {"kind": "all", "conditions": 20 * [{"kind": "segment", "segment_id": below}]}
            below = f"seg_{number}"
            connection.execute(
                "insert into segments select (jsonb_populate_record(s, %s)).* from segments s"
                " where segment_id = %s",
                [Jsonb({"segment_id": below, "name": f"{number}", "rules": named}), first],
            )
    deep = {"kind": "all", "conditions": [{"kind": "segment", "segment_id": "seg_1"}]}

    assert call("preview-segment", rules=deep)["count"] == 0
    for path, more in (("preview-segment", {}), ("save-segment", {"name": "Top"})):
        refused = call(path, 422, rules=named, **more)
        assert refused["errors"][0]["field"] == "rules"


def test_warehouse_query_of_a_segment_holds_no_connection_and_no_row_lock(
    call: Calls, app: WebApp, api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[object, int]] = []
    ask = CustomerBehaviour.ask
    senders = call.segment(SENT, "Senders")

    def watched(self: Any, question: Any) -> Any:
        if len(seen) == 1:  # the job's query: somebody saves meanwhile
            call("save-segment", segment_id=senders, name="Twice", rules={**SENT, "kind": "not"})
        name = call("get-segment", segment_id=senders)["name"]
        # That call returns its own connection after its response
        eventually(lambda: borrowed() == 0)
        seen.append((name, borrowed()))
        return ask(self, question)

    def borrowed() -> int:
        return int(Database.of(app).for_admin.borrowed_tokens)

    monkeypatch.setattr(CustomerBehaviour, "ask", watched)
    call("preview-segment", rules=SENT)
    run_jobs(api_settings)

    assert seen[:2] == [("Senders", 0), ("Twice", 0)]
    assert call("get-segment", segment_id=senders)["rules"]["kind"] == "not"


def test_segment_cannot_include_itself_and_references_only_existing_objects(call: Calls) -> None:
    first = call.segment(VIP)
    of_first = {"kind": "any", "conditions": [{"kind": "segment", "segment_id": first}]}
    second = call.segment(of_first, "Second")
    circle = {"kind": "not", "conditions": [{"kind": "segment", "segment_id": second}]}

    refused = call("save-segment", 422, segment_id=first, name="VIPs", rules=circle)
    assert refused["errors"][0]["field"] == "rules.conditions.0.segment_id"
    assert refused["errors"][0]["code"] == "segment_circle"
    assert call("preview-segment", 422, segment_id=first, rules=circle)
    for condition, field in (
        ({"kind": "segment", "segment_id": "seg_unknown"}, "segment_id"),
        ({"kind": "behaviour", "codes": ["unknown"]}, "codes.0"),
        ({"kind": "behaviour", "folders": ["unknown"]}, "folders.0"),
        ({"kind": "field", "name": "shoe", "values": ["1"]}, "name"),
        ({"kind": "behaviour", "times": 0}, "behaviour.times"),
        ({"kind": "tag", "values": ["a"], "tags": []}, "tag.tags"),
    ):
        rules = {"kind": "all", "conditions": [condition]}
        wrong = call("preview-segment", 422, rules=rules)
        assert wrong["errors"][0]["field"].endswith(field), wrong
    call("save-segment", 409, name="vips")
    call("delete-segment", 409, segment_id=first)
    call("delete-segment", segment_id=second)
    call("delete-segment", segment_id=first)
    call("get-segment", 404, segment_id=first)


def test_list_segment_is_changed_manually_and_by_import(
    call: Calls, api_settings: Settings, outbox: Outbox, org: Org
) -> None:
    ana = call.add(email="ana@example.com")
    ben = call.add(first_name="Ben", phone="+14155552671")
    twin = call.add(first_name="Twin", email="ben@example.com")
    call("merge-customers", keep=ben, merge=twin)
    listed = call.segment(name="Guests")
    contacts = ["Ana@example.com ", "(415) 555-2671", "nobody@example.com", "?", "ben@example.com"]

    tried = call("import-segment-members", segment_id=listed, contacts=contacts, dry_run=True)
    done = call("import-segment-members", segment_id=listed, contacts=contacts)

    assert tried == {**done, "members": 0}
    assert (done["added"], done["already"], done["members"]) == (2, 1, 2)
    assert done["problems"] == [
        {"row": 3, "problem": "unknown_customer"},
        {"row": 4, "problem": "not_an_address"},
    ]
    assert call.members(listed) == {ana, ben}
    assert "example" not in str(done)
    changed = call("change-segment-members", segment_id=listed, add=["cus_x"], remove=[ana, ana])
    assert changed == {"added": 0, "removed": 1, "members": 1}
    actions = [it.data.action for it in outbox.events() if it.type == "segment"]
    assert actions == ["entered", "entered", "left"]
    vips = call.segment(VIP)
    call("change-segment-members", 409, segment_id=vips, add=[ana])
    call("save-segment", 422, segment_id=listed, name="Guests", rules=VIP)
    call("change-segment-members", 404, segment_id="seg_unknown", add=[ana])


def prove(settings: Settings, org: Org, outbox: Outbox, customer_id: str) -> None:
    """Mark the browser that scanned last as verified to be the customer's."""
    visitor = outbox.events()[-1].visitor
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
            " values (%s, %s, %s, true)",
            [org.org_id, visitor.id, customer_id],
        )


def test_codes_and_blocks_recognise_segment_members_and_not_other_visitors(
    call: Calls,
    client: TestClient,
    pages: PageMaker,
    api_settings: Settings,
    org: Org,
    outbox: Outbox,
) -> None:
    ana = call.add()
    listed = call.segment(name="Guests")

    def rule(op: str) -> dict[str, Any]:
        condition = {"kind": "customer_segment", "op": op, "values": [listed]}
        return {
            "conditions": [condition],
            "outcome": {"type": "redirect", "url": f"https://{op.replace('_', '')}.example/"},
        }

    code = call(
        "qr/create-code",
        name="Door",
        type="redirect",
        destination="https://all.example/",
        rules=[rule("is"), rule("is_not")],
    )["code_id"]
    shown = heading("Guests only", "guests")
    shown["props"]["for_segments"] = [listed]
    page_code, page_id = pages.published(heading("All"), shown)

    def seen() -> tuple[str, bool]:
        location = client.get(f"/code/{code}", headers=BROWSER).headers["location"]
        return location, "Guests only" in client.get(f"/code/{page_code}", headers=BROWSER).text

    assert seen() == ("https://all.example/", False)
    public = client.post("/v1/get-page", json={"page_id": page_id}, headers=BROWSER)
    assert "Guests only" not in public.text
    prove(api_settings, org, outbox, ana)
    assert seen() == ("https://isnot.example/", False)
    call("change-segment-members", segment_id=listed, add=[ana])
    assert seen() == ("https://is.example/", True)
    uses = call("get-segment", segment_id=listed)["used_by"]
    assert (uses[0]["id"], uses[0]["name"]) == (code, "Door")
    assert [it["kind"] for it in uses] == ["code", "page"]
    assert call("delete-segment", 409, segment_id=listed)["code"] == "segment_in_use"
    unknown = rule("is")
    unknown["conditions"][0]["values"] = ["seg_unknown"]
    refused = call("qr/update-code", 422, code_id=code, rules=[unknown])
    assert refused["errors"][0]["field"] == "rules.0.conditions.0.values"
    client.cookies.clear()
    assert seen() == ("https://all.example/", False)


def test_erasure_removes_a_person_from_all_segments(
    call: Calls, api_settings: Settings, refresh: Callable[[datetime], int]
) -> None:
    ana = call.add(email="ana@example.com", tags=["vip"])
    vips, listed = call.segment(VIP), call.segment(name="Guests")
    call("change-segment-members", segment_id=listed, add=[ana])
    run_jobs(api_settings)
    assert call.members(vips) == call.members(listed) == {ana}

    call("erase-person", customer_id=ana)
    run_jobs(api_settings)
    refresh(datetime.now(UTC) + EVERY)

    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute("select count(*) from segment_members").fetchall()
        events = connection.execute(
            "select count(*) from outbox where convert_from(payload, 'UTF8') like %s", [f"%{ana}%"]
        ).fetchall()
    assert (rows, events) == ([(0,)], [(0,)])
    assert call("get-segment", segment_id=vips)["members"] == 0

"""Every field of a code is updated, followed, copied and changed in bulk according to one rule, read from one table."""

from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.codes.codes import fields
from api.domains.codes.codes.schemas import Part, UpdateCode
from tests.support.calling import call
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

RULE = {
    "conditions": [{"kind": "device", "values": ["phone"]}],
    "outcome": {"type": "redirect", "url": "https://harbor.example/phone"},
}
OWN = "https://harbor.example/own"
OTHER = "https://harbor.example/other"

# name: (part that children follow, whether null clears it, values). Repeated here, so that a
# different entry in the table is noticed.
UPDATED: dict[str, tuple[str | None, bool, list[Any]]] = {
    "name": (None, False, ["Menu", "Card"]),
    "destination": ("destination", False, [OWN, OTHER]),
    "forwards_query": ("destination", False, [True, False]),
    "state": ("state", False, ["paused", "active"]),
    "tags": (None, False, [["a", "b"], []]),
    "properties": (None, False, [{"table": "4"}, {}]),
    "active_from": ("window", True, ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"]),
    "active_until": ("window", True, ["2031-01-01T00:00:00Z", "2032-01-01T00:00:00Z"]),
    "fallback_url": ("fallback_url", True, [OWN, OTHER]),
    "expired_url": ("expired_url", True, [OWN, OTHER]),
    "scan_limit": ("limits", True, [5, 6]),
    "visitor_limit": ("limits", True, [7, 8]),
    "password": ("password", True, ["open sesame", "swordfish"]),
    "domain": (None, False, ["product", "default"]),
}
NOT_COPIED = {"name", "state"}


@dataclass
class Model:
    """The expected state of a code, by the rules written in this file."""

    own: dict[str, Any]
    base: "Model | None" = None
    overrides: set[str] = field(default_factory=set)

    def value(self, name: str) -> Any:
        part = UPDATED[name][0]
        follows = self.base is not None and part is not None and part not in self.overrides
        return self.base.own[name] if follows and self.base is not None else self.own[name]

    def start_overriding(self, parts: set[str]) -> None:
        if self.base is None:
            return
        for name, (part, _, _) in UPDATED.items():
            if part in parts - self.overrides:
                self.own[name] = self.base.own[name]
        self.overrides |= parts

    def update(self, changes: dict[str, Any]) -> None:
        changed = {
            name: value for name, value in changes.items() if value is not None or UPDATED[name][1]
        }
        self.start_overriding({part for name in changed if (part := UPDATED[name][0]) is not None})
        self.own |= changed

    def copy(self) -> "Model":
        own = self.own | {"name": f"{self.own['name']} copy", "state": "active"}
        return Model(own, self.base, set(self.overrides))


FRESH = {
    **dict.fromkeys(UPDATED),
    "name": "Menu",
    "destination": "https://harbor.example/menu",
    "forwards_query": False,
    "state": "active",
    "tags": [],
    "properties": {},
    "domain": "default",
}
changes = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from([*values, None]) for name, (_, _, values) in UPDATED.items()},
)
steps = st.lists(
    st.tuples(st.sampled_from(["base", "child"]), changes)
    | st.tuples(st.sampled_from(["base", "child"]), st.sampled_from(["pause", "resume", "tag"])),
    min_size=2,
    max_size=4,
)


def seen(client: TestClient, who: Somebody, code_id: str) -> dict[str, Any]:
    code = call(client, who, "qr/get-code", code_id=code_id)
    return {name: code[name] for name in UPDATED if name != "password"} | {
        "password": code["has_password"],
        "overrides": set(code["overrides"]),
    }


def expected(model: Model) -> dict[str, Any]:
    values = {name: model.value(name) for name in UPDATED}
    return values | {
        "password": values["password"] is not None,
        "overrides": model.overrides,
    }


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps)
def test_each_field_can_be_updated_inherited_copied_and_bulk_edited(
    client: TestClient, editor: Somebody, taken: list[tuple[str, Any]]
) -> None:
    base = Model(dict(FRESH))
    child = Model(dict(FRESH), base)
    models = {"base": base, "child": child}
    first = {"type": "redirect", "destination": FRESH["destination"]}
    ids = {"base": call(client, editor, "qr/create-code", name="Menu", **first)["code_id"]}
    ids["child"] = call(
        client, editor, "qr/create-code", name="Menu", type="redirect", base_code_id=ids["base"]
    )["code_id"]

    for which, step in taken:
        if isinstance(step, dict):
            call(client, editor, "qr/update-code", code_id=ids[which], **step)
            models[which].update(step)
        elif step == "tag":
            tags = {"action": "add_tags", "tags": ["x"]}
            call(client, editor, "bulk-codes", code_ids=[ids[which]], **tags)
            models[which].update({"tags": list(dict.fromkeys([*models[which].own["tags"], "x"]))})
        else:
            call(client, editor, "bulk-codes", code_ids=[ids[which]], action=step)
            models[which].update({"state": "paused" if step == "pause" else "active"})
    copy = call(client, editor, "qr/create-duplicate-code", code_id=ids["child"])["code_id"]

    assert seen(client, editor, ids["base"]) == expected(base)
    assert seen(client, editor, ids["child"]) == expected(child)
    assert seen(client, editor, copy) == expected(child.copy())


@pytest.mark.parametrize(
    ("kind", "name", "value", "part"),
    [
        ("redirect", "rules", [RULE], "rules"),
        ("redirect", "app_links", {"ios_url": "https://apps.example/menu"}, "destination"),
        ("redirect", "design", {"foreground": "#aa0000"}, "design"),
        ("page", "content", {"title": "Hello"}, "content"),
    ],
)
def test_multi_part_field_is_overridden_copied_and_kept_when_set_to_null(
    client: TestClient, editor: Somebody, kind: str, name: str, value: Any, part: str
) -> None:
    where = {"destination": OWN} if kind == "redirect" else {}
    base = call(client, editor, "qr/create-code", name="Base", type=kind, **where)["code_id"]
    child = call(client, editor, "qr/create-code", name="Child", type=kind, base_code_id=base)

    changed = call(client, editor, "qr/update-code", code_id=child["code_id"], **{name: value})
    kept = call(client, editor, "qr/update-code", code_id=child["code_id"], **{name: None})
    copy = call(client, editor, "qr/create-duplicate-code", code_id=child["code_id"])["code_id"]

    assert changed["overrides"] == kept["overrides"] == [part]
    before = call(client, editor, "qr/get-code", code_id=base)[name]
    assert changed[name] != before
    assert kept[name] == (None if name == "app_links" else changed[name])
    assert call(client, editor, "qr/get-code", code_id=copy)[name] == kept[name]


def test_field_table_matches_requests_and_override_part_names() -> None:
    by_request = set(UpdateCode.model_fields) & set(fields.BY_NAME) - {"overrides"}

    assert set(get_args(Part)) == set(fields.PARTS)
    assert by_request == {*UPDATED, "rules", "app_links", "design", "content"}
    assert {it.name: (it.part, it.is_cleared) for it in fields.FIELDS if it.name in UPDATED} == {
        name: (part, is_cleared) for name, (part, is_cleared, _) in UPDATED.items()
    }
    assert not {"promo_lock", "password_epoch", "ai_media_id", *NOT_COPIED} & set(fields.COPIED)

"""Events that their contract allows, however few or unusual their fields: none of them may stop everybody's builds."""

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ingest.contracts.envelope import Event
from ingest.contracts.registry import CONTRACTS
from ingest.landing.rows import event_row, event_table
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake

EXAMPLES = Path(__file__).parents[2] / "ingest/contracts/examples"
LEAST: tuple[Any, ...] = (None, "", 0, [], False)
MOMENTS = ("1970-01-01T00:00:00Z", "2026-03-29T01:30:00+01:00", "9999-12-31T23:59:59Z")
ODD: tuple[Any, ...] = ("x'; -- \n=1", "\u202e" * 512, -1, 2**53, -(2**53), ["a"] * 100, True)


@st.composite
def of_every_contract(draw: st.DrawFn) -> list[Event]:
    """Generate an event of each contract, each of a different organisation, with fields omitted, emptied or unusual."""
    events = []
    for (family, version), contract in sorted(CONTRACTS.items()):
        fields = json.loads((EXAMPLES / f"{family}.v{version}.json").read_text())
        kept = contract.model_validate(fields | {"org_id": f"org_{family}_{version}"})
        paths = [("data", name) for name in fields["data"]]
        paths += [("context", name) for name in fields.get("context", {})]
        paths += [
            (name,) for name in ("code_id", "page_id", "visitor", "context") if name in fields
        ]
        says_least = draw(st.booleans())
        for path in draw(st.permutations(paths)):
            if says_least or draw(st.booleans()):
                kept = _with(kept, path, draw(st.sampled_from((*LEAST, *ODD))))
        moment = draw(st.sampled_from((kept.occurred_at.isoformat(), *MOMENTS)))
        events.append(_with(kept, ("occurred_at",), moment))
    return events


def _with(event: Event, path: tuple[str, ...], value: object) -> Event:
    """Return the event with this value at the path if its contract accepts it; otherwise without the field, or
    unchanged.
    """
    result = event.model_dump(mode="json", exclude_unset=True)
    for is_left_out in (False, True):
        tried = copy.deepcopy(result)
        place = tried
        for name in path[:-1]:
            place = place.get(name) or {}
        if is_left_out:
            place.pop(path[-1], None)
        else:
            place[path[-1]] = value
        try:
            return type(event).model_validate(tried)
        except ValidationError:
            continue
    return event


@settings(max_examples=8, deadline=None)
@given(events=of_every_contract())
def test_every_event_that_a_contract_allows_can_be_built(events: list[Event]) -> None:
    lake = Lake(tempfile.mkdtemp(prefix="waypost-lake-"))
    rows = [event_row(event, 0, pos, is_duplicate=False) for pos, event in enumerate(events)]
    lake.events.ensure().append(event_table(rows), {0: len(rows) - 1})

    report = build_activity(lake, {})

    assert report.events == len(events)

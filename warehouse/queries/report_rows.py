"""The raw events behind a row of a report: their families, and the fields that identify the row."""

from collections.abc import Mapping
from dataclasses import dataclass

from warehouse.queries.sources import Parameters

RowValue = str | tuple[str, ...]
"""The value of a key column. For a customer, the IDs of all merged profiles."""


@dataclass(frozen=True)
class RowsBehind:
    """`chosen`: the events that a report counts. `fields`: for each column of its key, the condition that an event has
    the row's value.
    """

    chosen: str
    fields: Mapping[str, str]

    def sql(self, row: Mapping[str, RowValue], parameters: Parameters) -> str:
        """Return ` and …` for the events of a row, using the key columns that are given."""
        text = f" and {self.chosen}"
        for name, holds in self.fields.items():
            if name in row:
                several = [row[name]] if isinstance(row[name], str) else list(row[name])
                bound = parameters.bind(several if holds in _OF_SEVERAL else row[name])
                text += f" and {holds.replace(VALUE, bound)}"
        return text


VALUE = "{value}"
_OF_CUSTOMERS = f"list_contains({VALUE}, customer_key)"
_OF_SEVERAL = (_OF_CUSTOMERS,)


def _is(field: str, otherwise: str = "") -> str:
    """Return the condition that a field of the event's data has the value. Field names are constants."""
    return f"coalesce(json_extract_string(data, '$.{field}'), '{otherwise}') = {VALUE}"


_VISITOR = f"visitor_hash(visitor_id) = try_cast('0x' || {VALUE} as bigint)"

_OWN_FAMILY = "family_of(type, version, data) in (type, 'undone_redemption')"
"""Excludes events that count as another family: uses on a page, and uses of a master key. Undone redemptions remain,
because numbers subtract them.
"""

BEHIND_REPORTS: Mapping[str, RowsBehind] = {
    "funnel": RowsBehind(
        f"type in ('scan', 'view', 'submit', 'redemption', 'order') and {_OWN_FAMILY}", {}
    ),
    "leaderboard": RowsBehind("type = 'scan'", {}),
    "customers": RowsBehind(
        "customer_key is not null and type not in ('points', 'award', 'automation')",
        {"customer_id": _OF_CUSTOMERS},
    ),
    "forms": RowsBehind("type = 'submit'", {"form": _is("form")}),
    "votes": RowsBehind(
        "type = 'vote'",
        {
            "code_id": f"coalesce(code_id, '') = {VALUE}",
            "poll_id": _is("poll_id"),
            "choice": f"({_is('choice')} or {_is('previous_choice')})",
        },
    ),
    "redemptions": RowsBehind(
        f"type = 'redemption' and {_OWN_FAMILY}",
        {"kind": _is("kind"), "currency": _is("currency")},
    ),
    "redeemed_codes": RowsBehind(
        f"type = 'redemption' and {_OWN_FAMILY}",
        {"subject_id": _is("subject_id"), "kind": _is("kind"), "currency": _is("currency")},
    ),
    "messages": RowsBehind("type = 'message'", {"channel": _is("channel")}),
    "passes": RowsBehind("type = 'pass'", {"wallet": _is("wallet")}),
    "orders": RowsBehind("type = 'order'", {"source": _is("source"), "currency": _is("currency")}),
    "visitors": RowsBehind("type = 'scan'", {"visitor": _VISITOR}),
    "game_scores": RowsBehind(
        "type = 'play' and json_extract_string(data, '$.score') is not null",
        {"game_id": _is("game_id"), "season": _is("season", "1"), "player": _VISITOR},
    ),
    "games": RowsBehind("type = 'play'", {"game_id": _is("game_id"), "season": _is("season", "1")}),
    "automations": RowsBehind("type = 'automation'", {"automation_id": _is("source_id")}),
    "automation_steps": RowsBehind(
        "type = 'automation'", {"automation_id": _is("source_id"), "step": _is("step")}
    ),
    "prizes": RowsBehind(
        "type = 'prize'", {"game_id": _is("game_id"), "prize_id": _is("prize_id")}
    ),
}
"""Reports whose rows lead to events, each with the events from which its numbers are made."""

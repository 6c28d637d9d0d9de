"""The entries for rewards in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call


def reward_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create a card with stamps and rewards for them; return their ids."""
    drafts = [
        {"name": f"{mark} coffee", "unit": "stamps"},
        {"name": f"{mark} cake", "unit": "stamps"},
    ]
    made = call("/v1/register-reward", {"action": "create", "reward_list": drafts})
    card = call(
        "/v1/rewards/post-swapt-card",
        {"customer_id": customer_id, "action": "add", "amount": 5, "note": f"{mark} visit"},
    )
    return {
        "reward": made["items"][0]["reward_id"],
        "spare_reward": made["items"][1]["reward_id"],
        "card": card["card"]["swapt_card_id"],
        "movement": card["movement_id"],
    }


def _card(ids: dict[str, str]) -> dict[str, Any]:
    return {"swapt_card_id": ids["card"]}


REWARD_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/register-reward"): Call(
        "editor",
        lambda ids: {
            "action": "update",
            "reward_list": [{"reward_id": ids["spare_reward"], "price": 3}],
        },
    ),
    ("POST", "/v1/campaign-reward"): Call(
        "editor", lambda ids: {**_card(ids), "reward_id": ids["reward"]}
    ),
    ("POST", "/v1/rewards/get-swapt-card"): Call("viewer", _card),
    ("POST", "/v1/rewards/post-swapt-card"): Call(
        "editor", lambda ids: {**_card(ids), "action": "add", "amount": 1}
    ),
    ("POST", "/v1/rewards/redeem"): Call(
        "editor", lambda ids: {**_card(ids), "reward_id": ids["reward"]}
    ),
    **{
        ("GET", f"/card/{{card_id:card}}{rest}"): Call(
            "public",
            path=lambda ids, rest=rest: f"/card/{ids['card']}{rest}",
            says=says,  # type: ignore[misc]
        )
        for rest, says in (
            ("", "Stamps"),
            ("/code.svg", "<svg"),
            ("/app.webmanifest", "standalone"),
        )
    },
    ("GET", "/card/{card_id:card}/icon-{size}.png"): Call(
        "public", path=lambda ids: f"/card/{ids['card']}/icon-192.png", says="PNG"
    ),
    ("POST", "/card/{card_id:card}/redeem"): Call(
        "public",
        lambda ids: {"reward_id": ids["reward"], "key": "once"},
        path=lambda ids: f"/card/{ids['card']}/redeem",
        is_form=True,
        gives=303,
        wrong=({"reward_id": "rwd_gone", "key": "once"}, 200, "could not be redeemed"),
    ),
    ("POST", "/card/{card_id:card}/check-in"): Call(
        "public",
        lambda _: {"latitude": "1", "longitude": "1", "accuracy": "5"},
        path=lambda ids: f"/card/{ids['card']}/check-in",
        is_form=True,
        gives=303,
        wrong=({"latitude": "north"}, 200, "Without your location"),
    ),
    ("POST", "/v1/rewards/get-ledger"): Call(
        "viewer", lambda ids: {"customer_id": ids["customer"]}
    ),
    ("POST", "/v1/rewards/get-program"): Call("viewer", lambda _: {}),
    ("POST", "/v1/rewards/save-program"): Call(
        "admin", lambda _: {"stamps_goal": 8, "tiers": [{"name": "Gold", "points": 500}]}
    ),
}

"""Events of every family with plausible fields of their own, for tests of marts and reports."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from ingest.contracts.automation import AutomationData
from ingest.contracts.envelope import Contract
from ingest.contracts.issue import IssueData
from ingest.contracts.message import MessageDataV4
from ingest.contracts.miss import MissData
from ingest.contracts.order import OrderData
from ingest.contracts.play import PlayDataV2
from ingest.contracts.prize import PrizeData
from ingest.contracts.redemption import RedemptionData, RedemptionDataV2, RedemptionDataV4
from ingest.contracts.scan import ScanData
from ingest.contracts.submit import SubmitData
from ingest.contracts.use import UseData
from ingest.contracts.view import ViewData, ViewDataV2, ViewDataV3
from ingest.contracts.vote import VoteData
from ingest.contracts.wallet_pass import PassDataV3
from tests.pipelines.events import make_event

Make = Callable[[random.Random], Contract]
FIELDS = ("name", "email", "phone", "city")


def _submit(rng: random.Random) -> Contract:
    return SubmitData(
        submission_id=f"sub_{rng.random()}"[:20].replace(".", "_"),
        form=rng.choice(("sign-up", "survey", None)),
        fields=tuple(rng.sample(FIELDS, rng.randint(0, 4))),
        is_new_customer=rng.random() < 0.5,
    )


def _view(rng: random.Random) -> Contract:
    """Return a view of any version; the older ones also contained what was used on a page."""
    if rng.random() < 0.4:
        return ViewDataV3()
    action = rng.choice(("view", "view", "click", "duration", "form"))
    if action != "form":
        return ViewData(action=action)
    return ViewDataV2(**_use(rng).model_dump() | {"action": "form"})


def _use(rng: random.Random) -> UseData:
    action = rng.choice(("click", "play", "duration", "form", "form"))
    if action != "form":
        return UseData(action=action)
    reached = tuple(rng.sample(FIELDS, rng.randint(0, 4)))
    return UseData(
        action="form",
        form=rng.choice(("sign-up", "survey", "unsent")),
        opened=rng.random() < 0.7 or None,
        reached=reached or None,
        filled=reached[: rng.randint(0, len(reached))] or None,
        stands_at=rng.choice((None, *reached)),
        stood_at=rng.choice((None, None, *FIELDS)),
    )


def _play(rng: random.Random) -> Contract:
    result = rng.choice(("won", "lost", "scored", "scored", "left"))
    return PlayDataV2(
        game_id=rng.choice(("game_1", "game_2")),
        play_id="play",
        kind="quiz",
        result=result,
        season=rng.choice((1, 2)),
        score=rng.randint(0, 3) if result == "scored" else None,
        prize_id="prize" if result == "won" else None,
        duration_ms=rng.randint(0, 5000),
        progress=rng.choice((None, 0, 9, 35, 60, 100)),
    )


def _prize(rng: random.Random) -> Contract:
    return PrizeData(
        game_id=rng.choice(("game_1", "game_2")),
        play_id=f"play_{rng.randint(1, 6)}",
        prize_id=rng.choice(("mug", "trip")),
        action=rng.choice(("awarded", "awarded", "claimed", "claimed", "expired")),
        kind="form",
        cost_cents=rng.choice((None, 450)),
        awarded_at=datetime(2026, 1, 1, rng.randint(0, 23), tzinfo=UTC),
    )


def _automation(rng: random.Random) -> Contract:
    action = rng.choice(("entered", "entered", "step", "step", "converted", "left", "left"))
    reasons = ("finished", "exit", "goal", "segment_left")
    return AutomationData(
        source_id=rng.choice(("aut_1", "aut_2")),
        subject_id=f"enr_{rng.randint(1, 6)}",
        action=action,
        step=rng.choice(("s1", "s2")) if action in ("step", "left") else None,
        kind="message" if action == "step" else None,
        reason=rng.choice(reasons) if action == "left" else None,
    )


def _redemption(rng: random.Random) -> Contract:
    if rng.random() < 0.3:
        return use_of(rng)
    money = rng.random() < 0.7
    facts = {
        "redemption_id": "red",
        "subject_id": rng.choice(("one", "two", "three")),
        "amount_cents": rng.randint(0, 900) if money else None,
        "currency": rng.choice(("USD", "GBP")) if money else None,
        "points": rng.randint(-5, 5),
    }
    if rng.random() < 0.4:
        action = rng.choice(("redeemed", "undone"))
        return RedemptionDataV4.model_validate(
            facts | {"action": action, "kind": rng.choice(("reward", "pass"))}
        )
    kinds = ("one_time_code", "promo_code", "reward", "master_key")
    return RedemptionData.model_validate(facts | {"kind": rng.choice(kinds)})


def _order(rng: random.Random) -> Contract:
    status = rng.choice(("placed", "paid", "paid", "refunded", "cancelled"))
    return OrderData(
        order_id=rng.choice(("a", "b", "c", "d", "e")),
        source=rng.choice(("till", "shop")),
        status=status,
        amount_cents=rng.randint(1, 900) * {"paid": 1, "refunded": -1}.get(status, 0),
        currency=rng.choice(("USD", "USD", "GBP")),
        item_count=rng.randint(1, 4),
    )


def _message(rng: random.Random) -> Contract:
    status = rng.choice(
        (
            *("sent", "sent", "delivered", "failed", "bounced", "shown", "opened", "clicked"),
            *("complained", "unsubscribed", "refused", "replied", "charged"),
        )
    )
    is_charged = status == "charged"
    return MessageDataV4(
        message_id=rng.choice(("m1", "m2", "m3")),
        channel=rng.choice(("sms", "email")),
        status=status,
        source=rng.choice(("campaign", "single")),
        source_id=rng.choice(("cmp_1", "cmp_2")),
        variant=rng.choice(("a", "b")),
        segments=rng.randint(1, 3),
        cost_micros=rng.randint(1, 9_000) if is_charged else None,
        currency="USD" if is_charged else None,
    )


def _pass(rng: random.Random) -> Contract:
    return PassDataV3(
        pass_id=rng.choice(("p1", "p2")),
        action=rng.choice(
            ("created", "downloaded", "installed", "updated", "fetched", "stale", "removed")
        ),
        wallet=rng.choice(("apple", "google", None)),
        template_id=rng.choice(("t1", "t2", None)),
    )


def _vote(rng: random.Random) -> Contract:
    return VoteData(
        poll_id=rng.choice(("poll_1", "poll_2")),
        choice=rng.choice(("tea", "coffee")),
        previous_choice=rng.choice((None, None, "tea", "water")),
    )


def _miss(rng: random.Random) -> Contract:
    return MissData(
        host=rng.choice(("go.harbor.example", "qr.harbor.example")),
        path=rng.choice(("/menü", "/old/link", "/spring")),
    )


BATCHES = ("bat_1", "bat_2", "pbt_1", "pbt_2", "pbt_endless")
"""Batches of codes: issue and redemption events agree about each of them."""


def terms_of(batch_id: str) -> tuple[str, str, int | None, datetime | None]:
    """Return the kind of a batch's codes, the code to which it belongs, the uses of each, and its end."""
    ends_at = datetime(2026, 3, 1, tzinfo=UTC) if batch_id == "pbt_2" else None
    if batch_id.startswith("bat"):
        return "one_time_code", f"code_{batch_id[-1]}", 1, ends_at
    return "promo_code", "code_3", None if batch_id == "pbt_endless" else 3, ends_at


def issue_of(rng: random.Random) -> IssueData:
    """Return an event by which a batch issued more codes, or lost some."""
    batch_id = rng.choice(BATCHES)
    kind, _, allowed, ends_at = terms_of(batch_id)
    action, codes = rng.choice((("issued", rng.randint(5, 5_000)), ("voided", rng.randint(1, 3))))
    return IssueData(
        batch_id=batch_id,
        kind=kind,
        action=action,
        codes=codes,
        uses=None if allowed is None else codes * allowed,
        ends_at=ends_at,
    )


def use_of(rng: random.Random) -> RedemptionDataV2:
    """Return a redemption of a promo code or one-time code of a batch, sometimes one from before events named
    batches.
    """
    batch_id = rng.choice(BATCHES)
    kind, code_id, allowed, _ = terms_of(batch_id)
    known = rng.random() < 0.8
    return RedemptionDataV2(
        redemption_id="use",
        kind=kind,
        subject_id=rng.choice(("one", "two", "three")),
        base_code_id=code_id if kind == "one_time_code" else None,
        batch_id=batch_id if known else None,
        batch_code_id=code_id if known else None,
        use_number=rng.randint(1, allowed or 9) if known else None,
        max_uses=allowed if known else None,
    )


FAMILIES: dict[str, Make] = {
    "scan": lambda rng: ScanData(outcome="page"),
    "view": _view,
    "use": _use,
    "submit": _submit,
    "vote": _vote,
    "play": _play,
    "prize": _prize,
    "automation": _automation,
    "redemption": _redemption,
    "message": _message,
    "pass": _pass,
    "order": _order,
    "miss": _miss,
    "issue": issue_of,
}


VERSIONS = {
    MessageDataV4: 4,
    ViewDataV2: 2,
    ViewDataV3: 3,
    RedemptionDataV2: 2,
    RedemptionDataV4: 4,
    PassDataV3: 3,
}
"""The contract version of each kind of data; 1 for all others."""


def random_acts(
    seed: int, count: int, around: datetime, *, days: int = 40, families: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Return events in the order of their positions, with late ones, bots and missing facts, determined by the seed."""
    rng = random.Random(seed)
    names = families or ("scan", "scan", "view", *FAMILIES)
    rows = []
    for pos in range(count):
        family = rng.choice(names)
        data = FAMILIES[family](rng)
        occurred_at = around - timedelta(seconds=rng.randint(0, days * 86_400))
        late = timedelta(seconds=rng.choice((0, 0, 5, 86_400, days * 12_500)))
        kind = rng.choice(("human", "human", "human", "human", "bot", "preview"))
        rows.append(
            make_event(
                pos,
                day=(occurred_at + late).date(),
                partition=pos % 3,
                org_id=rng.choice(("org_a", "org_a", "org_b")),
                type=family,
                version=VERSIONS.get(type(data), 1),
                occurred_at=occurred_at,
                received_at=occurred_at + late,
                visitor_id=rng.choice((None, "v1", "v2", "v3", "v4")),
                code_id=rng.choice((None, "code_1", "code_2", "code_3")),
                page_id=rng.choice((None, "page_1")),
                campaign_id=rng.choice((None, "camp_1")),
                country=rng.choice((None, "US", "NP")),
                device=rng.choice(("phone", "desktop")),
                is_bot=kind == "bot",
                is_preview=kind == "preview",
                amount_cents=getattr(data, "amount_cents", None),
                data=data.model_dump_json(exclude_none=True),
            )
        )
    return rows

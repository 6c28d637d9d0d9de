"""What follows a scan: the page is seen, something on it is used, and later things come of it."""

from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ingest.contracts.envelope import EventType
from ingest.contracts.order import OrderData
from ingest.contracts.play import PlayData
from ingest.contracts.redemption import RedemptionData
from ingest.contracts.submit import SubmitData
from ingest.contracts.view import ViewData
from ingest.contracts.vote import VoteData
from ingest.contracts.wallet_pass import PassData
from pipelines.demo.acts import Act, as_json, delay, ended, random_ids
from pipelines.demo.agents import PEOPLE
from pipelines.demo.traffic import Acts, Traffic
from pipelines.demo.visits import AGENTS, Ints, Visits, Window
from runtime.demo.world import DemoOrganization, demo_id

CHOICES = ("first", "second", "third")
PASS_STEPS: tuple[tuple[Literal["created", "downloaded", "installed"], float], ...] = (
    ("created", 1.0),
    ("downloaded", 0.93),
    ("installed", 0.81),
)


def follow_ups(
    visits: Visits,
    traffic: tuple[Traffic, ...],
    organization: DemoOrganization,
    window: Window,
    rng: np.random.Generator,
) -> list[Act]:
    """All that people did after a scan that showed them a page."""
    is_page = np.array([code.kind == "page" for code in organization.codes])[visits.code]
    is_person = visits.agent < len(PEOPLE)
    seen = _some(is_page & is_person & ~ended(visits, organization, window), 0.87, rng)
    seen_at = visits.at[seen] + delay(seen.size, 1.6, rng)
    stay = (rng.lognormal(9.6, 0.9, seen.size)).astype(np.int64).clip(800, 1_800_000)
    views = [as_json(ViewData(action="view"))] * seen.size
    acts = [Act("view", seen, visits.code[seen], seen_at, views)]

    told = rng.random(seen.size) < 0.15
    durations = [as_json(ViewData(action="duration", duration_ms=ms)) for ms in stay[told].tolist()]
    acts.append(
        Act(
            "view",
            seen[told],
            visits.code[seen[told]],
            seen_at[told] + stay[told] * 1000,
            durations,
        )
    )
    make = _FollowUps(visits, organization, rng)
    for kind in fields(Acts):
        shares = np.array([getattr(entry.acts, kind.name) for entry in traffic])[visits.code[seen]]
        chosen = np.flatnonzero(rng.random(seen.size) < shares * (0.6 + 0.8 * visits.draw[seen]))
        if chosen.size:
            acts += getattr(make, kind.name)(seen[chosen], seen_at[chosen])
    return acts


@dataclass(frozen=True, slots=True)
class _FollowUps:
    """Makes the acts of one kind; its methods are named as the fields of `Acts`."""

    visits: Visits
    organization: DemoOrganization
    rng: np.random.Generator

    def click(self, rows: Ints, at: Ints) -> list[Act]:
        texts = [
            as_json(
                ViewData(
                    action="click", block_id="button", target=code.destination.partition("?")[0]
                )
            )
            for code in self.organization.codes
        ]
        return [
            self._act(
                "view", rows, at + self._delay(rows, 9), [texts[code] for code in self._codes(rows)]
            )
        ]

    def submit(self, rows: Ints, at: Ints) -> list[Act]:
        data = [
            as_json(SubmitData(submission_id=id_, form="sign-up", fields=("first_name", "email")))
            for id_ in random_ids("sub_", rows.size, self.rng)
        ]
        return [self._act("submit", rows, at + self._delay(rows, 48), data)]

    def vote(self, rows: Ints, at: Ints) -> list[Act]:
        _, firsts = np.unique(self.visits.visitor[rows], return_index=True)
        once = np.sort(firsts)  # a poll counts each person once
        rows, at = rows[once], at[once]
        polls = [f"pol_{demo_id('poll', code.slug, 22)}" for code in self.organization.codes]
        choices = np.minimum((self.visits.draw[rows] * 3.6).astype(np.int64), 2).tolist()
        data = [
            as_json(VoteData(poll_id=polls[code], choice=CHOICES[choice]))
            for code, choice in zip(self._codes(rows), choices, strict=True)
        ]
        return [self._act("vote", rows, at + self._delay(rows, 14), data)]

    def play(self, rows: Ints, at: Ints) -> list[Act]:
        games = [f"gam_{demo_id('game', code.slug, 22)}" for code in self.organization.codes]
        prizes = [f"prz_{demo_id('prize', code.slug, 22)}" for code in self.organization.codes]
        ids = random_ids("ply_", rows.size, self.rng)
        wins = (self.rng.random(rows.size) < 0.16).tolist()
        lasted = (self.rng.gamma(4, 1100, rows.size) + 1500).astype(np.int64)
        data = [
            as_json(
                PlayData(
                    game_id=games[code],
                    play_id=id_,
                    kind="wheel",
                    result="won" if win else "lost",
                    prize_id=prizes[code] if win else None,
                    duration_ms=ms,
                )
            )
            for code, id_, win, ms in zip(
                self._codes(rows), ids, wins, lasted.tolist(), strict=True
            )
        ]
        return [self._act("play", rows, at + lasted * 1000 + self._delay(rows, 6), data)]

    def redeem(self, rows: Ints, at: Ints) -> list[Act]:
        ids = random_ids("red_", rows.size, self.rng)
        subjects = random_ids("otc_", rows.size, self.rng)
        amounts = self.rng.choice(np.array([300, 350, 375, 425, 450]), rows.size).astype(np.int64)
        data = [
            as_json(
                RedemptionData(
                    redemption_id=id_,
                    kind="one_time_code",
                    subject_id=subject,
                    amount_cents=cents,
                    currency=self._currency(),
                )
            )
            for id_, subject, cents in zip(ids, subjects, amounts.tolist(), strict=True)
        ]
        return [self._act("redemption", rows, at + self._delay(rows, 260), data, amounts)]

    def order(self, rows: Ints, at: Ints) -> list[Act]:
        ids = random_ids("", rows.size, self.rng)
        items = 1 + self.rng.poisson(0.8, rows.size)
        amounts = (items * self.rng.lognormal(6.35, 0.3, rows.size) / 5).astype(np.int64) * 5
        data = [
            as_json(
                OrderData(
                    order_id=id_,
                    source="till",
                    status="paid",
                    amount_cents=cents,
                    currency=self._currency(),
                    item_count=count,
                )
            )
            for id_, cents, count in zip(ids, amounts.tolist(), items.tolist(), strict=True)
        ]
        return [self._act("order", rows, at + self._delay(rows, 420), data, amounts)]

    def wallet(self, rows: Ints, at: Ints) -> list[Act]:
        ids = random_ids("pas_", rows.size, self.rng)
        at = at + self._delay(rows, 70)
        acts = []
        for action, share in PASS_STEPS:
            kept = np.flatnonzero(self.visits.draw[rows] < share)
            data = [
                as_json(PassData(pass_id=ids[row], action=action, wallet=self._wallet(rows[row])))
                for row in kept.tolist()
            ]
            acts.append(self._act("pass", rows[kept], at[kept], data))
            at = at + self._delay(rows, 5)
        return acts

    def _act(
        self, family: EventType, rows: Ints, at: Ints, data: list[str], amounts: Ints | None = None
    ) -> Act:
        return Act(family, rows, self.visits.code[rows], at, data, amount_cents=amounts)

    def _codes(self, rows: Ints) -> list[int]:
        codes: list[int] = self.visits.code[rows].tolist()
        return codes

    def _delay(self, rows: Ints, mean_seconds: float) -> Ints:
        return delay(rows.size, mean_seconds, self.rng)

    def _currency(self) -> str:
        return "USD" if self.organization.locale == "en-US" else "GBP"

    def _wallet(self, row: np.int64) -> Literal["apple", "google"]:
        return "apple" if AGENTS[self.visits.agent[row]].system == "iOS" else "google"


def _some(mask: NDArray[np.bool_], share: float, rng: np.random.Generator) -> Ints:
    return np.flatnonzero(mask & (rng.random(mask.size) < share))

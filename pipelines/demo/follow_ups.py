"""What follows a scan: the page is viewed, something on it is used, and later effects occur."""

import itertools
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ingest.contracts.envelope import EventType
from ingest.contracts.order import OrderData
from ingest.contracts.play import PlayData
from ingest.contracts.redemption import RedemptionData
from ingest.contracts.submit import SubmitData
from ingest.contracts.use import UseData
from ingest.contracts.view import ViewDataV3
from ingest.contracts.vote import VoteData
from ingest.contracts.wallet_pass import PassDataV3
from pipelines.demo.acts import Act, as_json, delay, ended, random_ids
from pipelines.demo.agents import PEOPLE
from pipelines.demo.traffic import Acts, Traffic
from pipelines.demo.visits import AGENTS, Ints, Visits, Window
from runtime.demo.world import DemoOrganization, demo_id

CHOICES = ("first", "second", "third")
POLLS = {
    "roast-vote": ("guest-roast", ("guji", "antigua", "mandheling")),
    "book-club": ("next-title", ("sea", "city", "garden")),
}
"""Polls on the pages that visitors of the demonstration see, by code: ID and choices."""
FORMS = {"jobs": "application", "book-club": "book-club"}
"""Form names by code, for codes whose form is not a sign-up and whose page for visitors has none."""
SHOWN_FORMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "barista-class": ("class", ("first_name", "email", "day")),
    "loyalty-join": ("card", ("first_name", "email", "shop")),
    "author-evening": ("seat", ("first_name", "email", "seats")),
}
"""Forms on the pages that visitors of the demonstration see, by code: ID and fields, all of them required."""
STARTED = 0.63
"""Share of the visitors who reached the first field, among those who saw a form and did not send it."""
FIELDS = {"email": 1.0, "first_name": 0.97, "favourite_shop": 0.71, "phone": 0.44, "birthday": 0.29}
"""Fields of a form in their order, and the share of visitors who answer each."""
PROMO_CODES = 8
SECOND_SEASON = 41
"""Number of days before loading at which the second season of the race began."""
REFUND = 0.018
PASS_STEPS: tuple[tuple[Literal["created", "downloaded", "installed"], float], ...] = (
    ("created", 1.0),
    ("downloaded", 0.93),
    ("installed", 0.81),
)
LATER_PASS_STEPS: tuple[
    tuple[Literal["updated", "fetched", "stale", "removed"], float, int], ...
] = (
    ("updated", 0.55, 6),
    ("fetched", 0.5, 6),
    ("stale", 0.04, 8),
    ("removed", 0.05, 21),
)
"""The later events of an installed pass: the share of passes, and the average number of days until the event."""


def follow_ups(
    visits: Visits,
    traffic: tuple[Traffic, ...],
    organization: DemoOrganization,
    window: Window,
    rng: np.random.Generator,
) -> list[Act]:
    """Return everything that people did after a scan that showed them a page."""
    is_page = np.array([code.kind == "page" for code in organization.codes])[visits.code]
    is_person = visits.agent < len(PEOPLE)
    seen = _some(is_page & is_person & ~ended(visits, organization, window), 0.87, rng)
    seen_at = visits.at[seen] + delay(seen.size, 1.6, rng)
    stay = (rng.lognormal(9.6, 0.9, seen.size)).astype(np.int64).clip(800, 1_800_000)
    views = [as_json(ViewDataV3())] * seen.size
    acts = [Act("view", seen, visits.code[seen], seen_at, views)]

    result = rng.random(seen.size) < 0.15
    durations = [
        as_json(UseData(action="duration", duration_ms=ms)) for ms in stay[result].tolist()
    ]
    acts.append(
        Act(
            "use",
            seen[result],
            visits.code[seen[result]],
            seen_at[result] + stay[result] * 1000,
            durations,
        )
    )
    season = window.hour_starts()[-1 - SECOND_SEASON, 0]
    make = _FollowUps(visits, organization, rng, int(season))
    for kind in fields(Acts):
        shares = np.array([getattr(entry.acts, kind.name) for entry in traffic])[visits.code[seen]]
        chosen = np.flatnonzero(rng.random(seen.size) < shares * (0.6 + 0.8 * visits.draw[seen]))
        if chosen.size:
            acts += getattr(make, kind.name)(seen[chosen], seen_at[chosen])
        if kind.name == "submit":
            has_sent = np.zeros(seen.size, dtype=np.bool_)
            has_sent[chosen] = True
            acts.append(make.progress(seen, seen_at, has_sent))
    return acts


@dataclass(frozen=True, slots=True)
class _FollowUps:
    """Makes the acts of one kind. Its methods have the names of the fields of `Acts`."""

    visits: Visits
    organization: DemoOrganization
    rng: np.random.Generator
    second_season: int
    """Start of the second season of the race, in microseconds since 1970."""

    def click(self, rows: Ints, at: Ints) -> list[Act]:
        texts = [
            as_json(
                UseData(
                    action="click", block_id="button", target=code.destination.partition("?")[0]
                )
            )
            for code in self.organization.codes
        ]
        return [
            self._act(
                "use", rows, at + self._delay(rows, 9), [texts[code] for code in self._codes(rows)]
            )
        ]

    def progress(self, rows: Ints, at: Ints, has_sent: NDArray[np.bool_]) -> Act:
        """Return how far visitors got with a form that they saw: to the end, or until they left at a field or before
        the first.
        """
        slugs = [code.slug for code in self.organization.codes]
        is_form = np.array([slug in SHOWN_FORMS for slug in slugs])[self.visits.code[rows]]
        rows, at, has_sent = rows[is_form], at[is_form], has_sent[is_form]
        stops = np.minimum(self.rng.geometric(0.45, rows.size), 3)
        stops[self.rng.random(rows.size) >= STARTED] = 0
        texts = {
            (code, stop, sent): as_json(_progress(*SHOWN_FORMS[slugs[code]], stop, sent=sent))
            for code, stop, sent in {
                *zip(self._codes(rows), stops.tolist(), has_sent.tolist(), strict=True)
            }
        }
        data = [
            texts[key]
            for key in zip(self._codes(rows), stops.tolist(), has_sent.tolist(), strict=True)
        ]
        return self._act("use", rows, at + self._delay(rows, 40), data)

    def submit(self, rows: Ints, at: Ints) -> list[Act]:
        codes = self.organization.codes
        forms = [FORMS.get(code.slug, "sign-up") for code in codes]
        fields = {at: SHOWN_FORMS[it.slug] for at, it in enumerate(codes) if it.slug in SHOWN_FORMS}
        answered = self.rng.random((rows.size, len(FIELDS))) < np.array([*FIELDS.values()])
        _, firsts = np.unique(self.visits.visitor[rows], return_index=True)
        is_new = np.zeros(rows.size, dtype=np.bool_)
        is_new[firsts] = True
        data = [
            as_json(
                SubmitData(
                    submission_id=id_,
                    form=fields[code][0] if code in fields else forms[code],
                    fields=fields[code][1]
                    if code in fields
                    else tuple(itertools.compress(FIELDS, chosen)),
                    is_new_customer=first,
                )
            )
            for id_, code, chosen, first in zip(
                random_ids("sub_", rows.size, self.rng),
                self._codes(rows),
                answered.tolist(),
                is_new.tolist(),
                strict=True,
            )
        ]
        return [self._act("submit", rows, at + self._delay(rows, 48), data)]

    def vote(self, rows: Ints, at: Ints) -> list[Act]:
        _, firsts = np.unique(self.visits.visitor[rows], return_index=True)
        once = np.sort(firsts)  # a poll counts each person only once
        rows, at = rows[once], at[once]
        polls = [
            POLLS.get(code.slug, (f"pol_{demo_id('poll', code.slug, 22)}", CHOICES))
            for code in self.organization.codes
        ]
        choices = np.minimum((self.visits.draw[rows] * 3.6).astype(np.int64), 2).tolist()
        data = [
            as_json(VoteData(poll_id=polls[code][0], choice=polls[code][1][choice]))
            for code, choice in zip(self._codes(rows), choices, strict=True)
        ]
        at = at + self._delay(rows, 14)
        other = np.flatnonzero(self.rng.random(rows.size) < 0.06)
        changed = [
            as_json(
                VoteData(
                    poll_id=polls[code][0],
                    choice=polls[code][1][(choices[row] + 1) % 3],
                    previous_choice=polls[code][1][choices[row]],
                )
            )
            for row, code in zip(other.tolist(), self._codes(rows[other]), strict=True)
        ]
        return [
            self._act("vote", rows, at, data),
            self._act("vote", rows[other], at[other] + self._delay(rows[other], 40), changed),
        ]

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

    def race(self, rows: Ints, at: Ints) -> list[Act]:
        games = [f"gam_{demo_id('race', code.slug, 22)}" for code in self.organization.codes]
        lasted = (self.rng.gamma(9, 1400, rows.size) + 4000).astype(np.int64)
        skill = 35 + 60 * self.visits.draw[rows] + self.rng.normal(0, 9, rows.size)
        ended_at = at + lasted * 1000 + self._delay(rows, 20)
        data = [
            as_json(
                PlayData(
                    game_id=games[code],
                    play_id=id_,
                    kind="tap_race",
                    result="scored",
                    season=season,
                    score=score,
                    duration_ms=ms,
                )
            )
            for code, id_, season, score, ms in zip(
                self._codes(rows),
                random_ids("ply_", rows.size, self.rng),
                np.where(ended_at < self.second_season, 1, 2).tolist(),
                np.maximum(skill, 1).astype(np.int64).tolist(),
                lasted.tolist(),
                strict=True,
            )
        ]
        return [self._act("play", rows, ended_at, data)]

    def redeem(self, rows: Ints, at: Ints) -> list[Act]:
        amounts = self.rng.choice(np.array([300, 350, 375, 425, 450]), rows.size).astype(np.int64)
        return self._redeem(
            "one_time_code", random_ids("otc_", rows.size, self.rng), rows, at, amounts
        )

    def promo(self, rows: Ints, at: Ints) -> list[Act]:
        """Return the redemptions of codes that many people may use, some of them far more popular than others."""
        known = [f"pro_{demo_id('promo', str(number), 22)}" for number in range(PROMO_CODES)]
        chosen = np.minimum(self.rng.geometric(0.34, rows.size) - 1, PROMO_CODES - 1)
        amounts = np.where(chosen < 3, 100, 150).astype(np.int64)
        subjects = [known[number] for number in chosen.tolist()]
        return self._redeem("promo_code", subjects, rows, at, amounts)

    def _redeem(
        self,
        kind: Literal["one_time_code", "promo_code"],
        subjects: list[str],
        rows: Ints,
        at: Ints,
        amounts: Ints,
    ) -> list[Act]:
        data = [
            as_json(
                RedemptionData(
                    redemption_id=id_,
                    kind=kind,
                    subject_id=subject,
                    amount_cents=cents,
                    currency=self._currency(),
                )
            )
            for id_, subject, cents in zip(
                random_ids("red_", rows.size, self.rng), subjects, amounts.tolist(), strict=True
            )
        ]
        return [self._act("redemption", rows, at + self._delay(rows, 260), data, amounts)]

    def order(self, rows: Ints, at: Ints) -> list[Act]:
        ids = random_ids("", rows.size, self.rng)
        items = 1 + self.rng.poisson(0.8, rows.size)
        amounts = (items * self.rng.lognormal(6.35, 0.3, rows.size) / 5).astype(np.int64) * 5
        is_online = self.visits.draw[rows] < 0.3
        at = at + self._delay(rows, 420)
        online = np.flatnonzero(is_online)
        back = np.flatnonzero(self.rng.random(rows.size) < REFUND)
        everything = np.arange(rows.size)
        steps: list[tuple[Literal["placed", "paid", "refunded"], Ints, Ints, Ints]] = [
            ("placed", online, at[online], np.zeros(online.size, dtype=np.int64)),
            ("paid", everything, at + self._delay(rows, 40), amounts),
            ("refunded", back, at[back] + self._delay(rows[back], 150_000), -amounts[back]),
        ]
        acts = []
        for status, chosen, when, cents in steps:
            data = [
                as_json(
                    OrderData(
                        order_id=ids[row],
                        source="shop" if is_online[row] else "till",
                        status=status,
                        amount_cents=adds,
                        currency=self._currency(),
                        item_count=int(items[row]),
                    )
                )
                for row, adds in zip(chosen.tolist(), cents.tolist(), strict=True)
            ]
            acts.append(self._act("order", rows[chosen], when, data, cents))
        return acts

    def wallet(self, rows: Ints, at: Ints) -> list[Act]:
        ids = random_ids("pas_", rows.size, self.rng)
        at = at + self._delay(rows, 70)
        acts = []
        for action, share in PASS_STEPS:
            kept = np.flatnonzero(self.visits.draw[rows] < share)
            data = [
                as_json(PassDataV3(pass_id=ids[row], action=action, wallet=self._wallet(rows[row])))
                for row in kept.tolist()
            ]
            acts.append(self._act("pass", rows[kept], at[kept], data))
            at = at + self._delay(rows, 5)
        for step, share, days in LATER_PASS_STEPS:
            kept = np.flatnonzero(
                (self.visits.draw[rows] < PASS_STEPS[-1][1]) & (self.rng.random(rows.size) < share)
            )
            data = [
                as_json(PassDataV3(pass_id=ids[row], action=step, wallet=self._wallet(rows[row])))
                for row in kept.tolist()
            ]
            later = at[kept] + self._delay(rows[kept], days * 86_400)
            acts.append(self._act("pass", rows[kept], later, data))
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


def _progress(form: str, fields: tuple[str, ...], stop: int, *, sent: bool) -> UseData:
    """Return what one page view records about a form. `stop`: the field at which the form was abandoned, counted from
    1, if it was not sent.
    """
    came_to = fields if sent else fields[:stop]
    left_at = None if sent or not came_to else came_to[-1]
    return UseData(
        action="form",
        form=form,
        opened=True,
        reached=came_to or None,
        filled=came_to[: len(came_to) if sent else -1] or None,
        stands_at=left_at,
    )

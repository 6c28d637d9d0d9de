"""Rounds of score games: the tasks for the player, and how the server judges the player's input."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from api.domains.promotions.games.draw import shuffled

TAPS_PER_SECOND = 16
"""More than anybody taps with one hand; the fastest on record is below this."""
MIN_TURN_MS = 120
"""Nobody can see a card and turn the next one faster than this."""
MIN_ANSWER_MS = 350
"""Nobody can read a question and answer it faster than this."""
QUIZ_POINTS = 1_000
PAIR_POINTS = 1_000
_WINDOW_MS = 1_000
_GRACE_MS = 5_000
"""How long after the end of the round the last request may arrive over a slow network."""


@dataclass
class Judged:
    """The score of a round."""

    score: int
    suspicions: list[str] = field(default_factory=list)
    """Reasons for which a person has to accept the score first; if empty, it counts at once."""
    correct: dict[str, str] | None = None


def deck_of(seed: bytes, play_id: str, pairs: int) -> list[int]:
    """Return the symbols of a memory deck, in the order of its cards."""
    return [card // 2 for card in shuffled(seed, 2 * pairs, "deck", play_id)]


def judge_taps(inputs: Sequence[Mapping[str, Any]], seconds: int, elapsed_ms: int) -> Judged:
    """Count the taps within the time. More in any one second than anybody can tap is suspicious."""
    times = [int(it["at_ms"]) for it in inputs]
    counted = [it for it in times if 0 <= it <= seconds * 1000]
    judged = Judged(len(counted))
    first = 0
    for place, at in enumerate(counted):
        while at - counted[first] >= _WINDOW_MS:
            first += 1
        if place - first + 1 > TAPS_PER_SECOND:
            judged.suspicions.append("too_fast")
            break
    gaps = {later - earlier for earlier, later in itertools.pairwise(counted)}
    if len(counted) > 20 and len(gaps) <= 2:
        judged.suspicions.append("too_regular")
    _check_times(judged, times, elapsed_ms)
    return judged


def judge_quiz(
    inputs: Sequence[Mapping[str, Any]],
    questions: Sequence[Mapping[str, Any]],
    seconds: int,
    elapsed_ms: int,
) -> Judged:
    """Score 1,000 for each correct answer, reduced by up to half according to the time it took."""
    correct = {str(it["id"]): str(it["correct"]) for it in questions}
    times = [int(it["at_ms"]) for it in inputs]
    judged = Judged(0, correct=correct)
    before = 0
    seen: set[str] = set()
    for it, at in zip(inputs, times, strict=True):
        question = str(it.get("question"))
        if question in seen or question not in correct:
            continue
        seen.add(question)
        took = max(0, at - before)
        before = at
        if correct[question] != str(it.get("choice")):
            continue
        if took < MIN_ANSWER_MS:
            judged.suspicions.append("too_fast")
        share = min(1000, took * len(correct) * 1000 // (seconds * 1000))
        judged.score += QUIZ_POINTS - QUIZ_POINTS * share // 2000
    if times and max(times) > seconds * 1000 + _GRACE_MS:
        judged.score = 0
    _check_times(judged, times, elapsed_ms)
    return judged


def matched_cards(
    deck: Sequence[int], turned: Sequence[Mapping[str, Any]]
) -> tuple[list[int], int]:
    """Return the matched cards after these turns, and the number of attempts (pairs of cards turned)."""
    matched: list[int] = []
    tries = 0
    first: int | None = None
    for it in turned:
        card = int(it["card"])
        if card in matched or card == first:
            continue
        if first is None:
            first = card
            continue
        tries += 1
        if deck[card] == deck[first]:
            matched += [first, card]
        first = None
    return matched, tries


def judge_memory(
    deck: Sequence[int], turned: Sequence[Mapping[str, Any]], seconds: int, elapsed_ms: int
) -> Judged:
    """Score 1,000 for each pair found in time, and up to half as much again for few attempts."""
    times = [int(it["at_ms"]) for it in turned]
    in_time = [it for it, at in zip(turned, times, strict=True) if at <= seconds * 1000]
    matched, tries = matched_cards(deck, in_time)
    pairs = len(matched) // 2
    judged = Judged(
        pairs * PAIR_POINTS + (pairs * pairs * PAIR_POINTS // (2 * tries) if tries else 0)
    )
    fast = [
        later - earlier
        for earlier, later in itertools.pairwise(times)
        if later - earlier < MIN_TURN_MS
    ]
    if len(fast) > 2:
        judged.suspicions.append("too_fast")
    if len(deck) >= 12 and tries == pairs and 2 * pairs == len(deck):
        judged.suspicions.append("never_wrong")
    _check_times(judged, times, elapsed_ms)
    return judged


def progress_of_quiz(inputs: Sequence[Mapping[str, Any]], questions: Sequence[str]) -> int:
    """Return how many of the questions were answered, in percent."""
    answered = {str(it.get("question")) for it in inputs}.intersection(questions)
    return 100 * len(answered) // len(questions) if questions else 0


def progress_of_memory(deck: Sequence[int], turned: Sequence[Mapping[str, Any]]) -> int:
    """Return how many of the pairs were found, in percent."""
    return 100 * len(matched_cards(deck, turned)[0]) // len(deck)


def progress_of_taps(inputs: Sequence[Mapping[str, Any]], seconds: int) -> int:
    """Return how much of the time had passed at the last tap, in percent."""
    last = max((int(it["at_ms"]) for it in inputs), default=0)
    return min(100, last // (10 * seconds))


def _check_times(judged: Judged, times: Sequence[int], elapsed_ms: int) -> None:
    """Mark as suspicious times that go backwards, or are later than the request that contains them."""
    if any(later < earlier for earlier, later in itertools.pairwise(times)):
        judged.suspicions.append("times_go_back")
    if times and max(times) > elapsed_ms + _GRACE_MS:
        judged.suspicions.append("from_the_future")

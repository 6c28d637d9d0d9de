"""Draws of games: unbiased, spread as planned, within every cap, and provable byte by byte."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from json import loads
from math import sqrt
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from api.commands import verify_game
from api.domains.promotions.games.draw import commitment_of, draw
from api.domains.promotions.games.draw_engine import Counts, Decider, Play, Won
from api.domains.promotions.games.log import AuditKey, audit_file, chained, play_line, stock_line
from api.domains.promotions.games.pacing import curve_of, winning_moments
from api.domains.promotions.games.plan import Plan, PrizePlan, canonical, read_plan
from api.domains.promotions.games.simulation import simulate
from api.domains.promotions.games.verifying import Falsified, verify
from tests.support.audit_sample import SAMPLE, sample

SEED = bytes(range(32))
START = datetime(2026, 10, 20, 8, tzinfo=UTC)
END = START + timedelta(days=10)


def plan_with(*prizes: PrizePlan, **fields: object) -> Plan:
    values: dict[str, object] = {
        "game_id": "game_1",
        "kind": "wheel",
        "starts_at": START,
        "ends_at": END,
        "time_zone": "Europe/Berlin",
    }
    return Plan(prizes=prizes, **values | fields)  # type: ignore[arg-type]


def test_a_million_draws_match_their_odds() -> None:
    """A chi-squared test at 0.001: five prizes and no prize, so five degrees of freedom."""
    odds = [1_000, 20_000, 50_000, 129_000, 300_000]
    bounds = [sum(odds[: it + 1]) for it in range(len(odds))]
    plays = 1_000_000
    drawn = [0] * (len(odds) + 1)
    for number in range(plays):
        value = draw(SEED, number, "")
        for place, bound in enumerate(bounds):
            if value < bound:
                drawn[place] += 1
                break
        else:
            drawn[-1] += 1

    expected = [*odds, plays - sum(odds)]
    pairs = zip(drawn, expected, strict=True)
    assert sum((it - due) ** 2 / due for it, due in pairs) < 20.52


@pytest.mark.parametrize("outcomes", [3, 10, 2**63 + 1])
def test_every_outcome_is_equally_likely(outcomes: int) -> None:
    """If the number of outcomes is more than half of all words, nearly every second word must be skipped."""
    plays = 20_000
    upper = sum(draw(SEED, it, "x", outcomes) >= outcomes // 2 for it in range(plays))

    share = (outcomes - outcomes // 2) / outcomes
    assert abs(upper - plays * share) < 4 * sqrt(plays * share * (1 - share))


def test_draw_depends_on_seed_play_number_and_player_seed() -> None:
    draws = {
        draw(seed, number, player)
        for seed in (SEED, SEED[::-1])
        for number in (1, 2)
        for player in ("", "mine")
    }

    assert len(draws) == 8
    assert draw(SEED, 7, "mine") == 763_775


def test_hourly_weights_follow_the_local_clock() -> None:
    """On 25 October 2026 the hour from 2 to 3 occurs twice in Berlin, so it gets twice the weight."""
    hours = tuple(int(hour == 2) for hour in range(24))
    midnight = datetime(2026, 10, 25, tzinfo=ZoneInfo("Europe/Berlin"))
    curve = curve_of(midnight, midnight + timedelta(days=2), "Europe/Berlin", hours)
    moments = winning_moments(SEED, "prize", 300, "even", curve)

    local = [it.astimezone(ZoneInfo("Europe/Berlin")) for it in moments]
    assert {it.hour for it in local} == {2}
    # Days are local days here, so the second ends an hour later in UTC.
    assert Counter(it.day for it in local) == {25: 200, 26: 100}


@given(count=st.integers(1, 60), spread=st.sampled_from(["even", "random"]), seed=st.binary())
def test_winning_moments_are_within_the_schedule_and_never_early(
    count: int, spread: str, seed: bytes
) -> None:
    plan = plan_with(PrizePlan("a", "A", stock=count, moments=count, spread=spread))
    moments = winning_moments(seed, "a", count, spread, plan.curve)
    decider, counts, own = Decider(plan, seed), Counts(), Counter[str]()
    assert moments == sorted(moments)
    assert START <= moments[0] <= moments[-1] < END
    for number, moment in enumerate(moments, 1):
        before = Play(number, moment - timedelta(microseconds=1))
        due = decider.due_moments("a", before.at)
        if due == counts.total["a"]:
            assert decider.decide(before, counts, own) is None
        won = decider.decide(Play(number, moment), counts, own)
        assert won is not None
        assert won.by_moment
        counts.count(won, plan.day(moment), None)


@settings(max_examples=60, deadline=None)
@given(
    stock=st.integers(1, 40),
    per_person=st.none() | st.integers(1, 3),
    per_day=st.none() | st.integers(1, 5),
    per_place=st.none() | st.integers(1, 9),
    moments=st.integers(0, 5),
    catch_up=st.integers(1, 5),
    seed=st.binary(min_size=1),
)
def test_caps_and_pace_hold_in_every_order(
    stock: int,
    per_person: int | None,
    per_day: int | None,
    per_place: int | None,
    moments: int,
    catch_up: int,
    seed: bytes,
) -> None:
    moments = min(moments, stock)
    prize = PrizePlan(
        *("a", "A", 200_000, stock, moments),
        paced=True,
        catch_up=catch_up,
        per_person=per_person,
        per_day=per_day,
        per_place=per_place,
    )
    plan = plan_with(prize)
    decider, counts = Decider(plan, seed), Counts()
    players: dict[int, Counter[str]] = {}
    days: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for number in range(1, 241):
        at = START + (END - START) * number / 241
        place = f"p{number % 2}"
        own = players.setdefault(number % 7, Counter())
        won = decider.decide(Play(number, at, "", place), counts, own)
        if won is None:
            continue
        counts.count(won, plan.day(at), place)
        own["a"] += 1
        days[plan.day(at)] += 1
        places[place] += 1
        by_odds = counts.total["a"] - counts.by_moment["a"]
        assert by_odds <= 1 + (stock - moments) * (at - START) / (END - START)
        assert counts.by_moment["a"] <= decider.due_moments("a", at)
    assert counts.total["a"] <= stock
    assert all(it["a"] <= (per_person or stock) for it in players.values())
    assert all(it <= (per_day or stock) for it in days.values())
    assert all(it <= (per_place or stock) for it in places.values())


def test_pacing_neither_empties_the_stock_at_once_nor_keeps_it() -> None:
    plan = plan_with(PrizePlan("a", "A", 100_000, 300, paced=True, catch_up=5))

    forecast = simulate(plan, rounds=20_000)

    won = [it.won.get("a", 0) for it in forecast.curve]
    assert won[-1] == 300
    for place, so_far in enumerate(won[:24], 1):
        assert abs(so_far - 300 * place / 24) <= 15


def test_exhausted_prize_is_closed_and_returned_prize_can_be_won_again() -> None:
    plan = plan_with(PrizePlan("a", "A", 1_000_000, 1), PrizePlan("b", "B", is_consolation=True))
    decider, counts, own = Decider(plan, SEED), Counts(), Counter[str]()

    def wins() -> str | None:
        won = decider.decide(Play(1, START), counts, own)
        return won.prize_id if won else None

    assert wins() == "a"
    counts.take("a")
    assert wins() == "b"
    counts.give_back("a")
    assert wins() == "a"
    counts.close("a")
    assert (wins(), decider.is_sold_out(counts)) == ("b", True)


def audited() -> tuple[list[bytes], str]:
    plan = plan_with(
        PrizePlan("a", "A", 300_000, 4, moments=2), PrizePlan("b", "B", 200_000, 5, per_person=1)
    )
    commitment = commitment_of(plan.text, SEED)
    decider, counts, head = Decider(plan, SEED), Counts(), commitment
    players: dict[str, Counter[str]] = {}
    entries: list[tuple[int, str, str]] = []

    def write(line: str) -> None:
        nonlocal head
        head = chained(head, line)
        entries.append((len(entries) + 1, line, head))

    for number in range(1, 13):
        play = Play(number, START + timedelta(hours=19 * number), f"s{number}")
        player = f"player{number % 3}"
        own = players.setdefault(player, Counter())
        won = decider.decide(play, counts, own)
        if won is not None:
            counts.count(won, plan.day(play.at), None)
            own[won.prize_id] += 1
        write(play_line(play, player, won))
        if number == 6:
            counts.take("b")
            write(stock_line("take", "b", play.at))
    header = {"game_id": "game_1", "plan": plan.text, "seed": SEED.hex(), "commitment": commitment}
    return list(audit_file(header, entries, head, AuditKey(b"secret", "org_1"))), commitment


def test_plan_has_one_canonical_form() -> None:
    plan = plan_with(PrizePlan("a", "Ä", 5), hours=(1,) * 24)

    assert read_plan(plan.text) == plan
    with pytest.raises(ValueError, match="canonical"):
        read_plan(plan.text.replace(",", ", ", 1))


def test_log_entry_has_the_same_canonical_form_as_the_plan() -> None:
    play = Play(7, START, 'Ä "quoted" \\ \x1f \u2028 😀', "a/b", 12)
    for line in (play_line(play, "p", Won("a", by_moment=True)), stock_line("take", "a", START)):
        assert line == canonical(loads(line))


def test_every_changed_byte_is_detected_with_its_row() -> None:
    lines, commitment = audited()
    assert verify(lines, commitment).plays == 12
    for row in range(len(lines)):
        for at in range(0, len(lines[row]) - 1, 5):
            changed = bytearray(lines[row])
            changed[at] ^= 1
            with pytest.raises(Falsified) as found:
                verify([*lines[:row], bytes(changed), *lines[row + 1 :]], commitment)
            if 0 < row < len(lines) - 1:
                assert f"row {row + 1}" in str(found.value)


def test_completely_rewritten_log_is_detected() -> None:
    """Somebody who knows the signing key and rewrites all hashes still has to draw according to the seed."""
    lines, commitment = audited()
    key = AuditKey(b"secret", "org_1")
    rows = [it.decode() for it in lines]
    won = next(place for place, it in enumerate(rows) if '\\"prize_id\\":\\"a\\"' in it and place)
    entries, head = [], commitment

    for number, row in enumerate(rows[1:-1], 1):
        line = loads(row)["line"]
        if number == won:
            line = line.replace('"prize_id":"a"', '"prize_id":null').replace("true", "false")
        head = chained(head, line)
        entries.append((number, line, head))
    header = {it: value for it, value in loads(rows[0]).items() if it not in ("type", "public_key")}

    with pytest.raises(Falsified, match=f"row {won + 1}: .* draws a"):
        verify(list(audit_file(header, entries, head, key)), commitment, key.public)


def test_verify_command_confirms_a_file_or_names_its_invalid_row(tmp_path: Path) -> None:
    lines, commitment = audited()
    app, run = typer.Typer(), CliRunner()
    app.command()(verify_game)
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    right.write_bytes(b"".join(lines))
    wrong.write_bytes(b"".join(lines).replace(b"s7", b"s8"))

    proved = run.invoke(app, [str(right), "--commitment", commitment])
    refused = run.invoke(app, [str(wrong)])

    assert (proved.exit_code, proved.output.splitlines()[0]) == (
        0,
        "Proved: 12 plays of game_1 follow from its plan and seed.",
    )
    assert (refused.exit_code, "row 9" in refused.output) == (1, True)


def test_sample_replayed_by_browsers_equals_the_servers_audit_file() -> None:
    assert sample() == SAMPLE.read_bytes(), "python -m tests.support.audit_sample"
    assert verify(SAMPLE.read_bytes().splitlines(keepends=True)).plays == 300

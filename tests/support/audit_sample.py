"""An audit file with every kind of draw, with which the browser's own replay is tested.

Run `python -m tests.support.audit_sample` after a change of the algorithm.
"""

from datetime import UTC, datetime, timedelta

from api.domains.promotions.games.draw import commitment_of
from api.domains.promotions.games.draw_engine import Counts, Decider, Play
from api.domains.promotions.games.log import AuditKey, audit_file, chained, play_line, stock_line
from api.domains.promotions.games.plan import Plan, PrizePlan, utc
from runtime.settings import ROOT

SAMPLE = ROOT / "web" / "src" / "visitor" / "games" / "testing" / "audit.jsonl"
_SEED = bytes(range(32))
_START = datetime(2026, 10, 24, 9, 7, 30, 250, tzinfo=UTC)
_PLAN = Plan(
    game_id="game_sample",
    kind="wheel",
    starts_at=_START,
    ends_at=_START + timedelta(days=3),
    time_zone="Europe/Berlin",
    hours=(*(0 for _ in range(7)), *(1, 2, 3, 4, 5) * 3, 1, 0),
    prizes=(
        PrizePlan("prize_bike", "Fahrrad für alle", stock=3, moments=3, spread="even"),
        PrizePlan("prize_mug", "Mug", stock=5, moments=2, spread="random", odds_ppm=40_000),
        PrizePlan("prize_tea", "Tea", 300_000, stock=40, paced=True, catch_up=3, per_day=12),
        PrizePlan("prize_bun", "Bun", 200_000, per_person=1, per_place=9, min_score=40),
        PrizePlan("prize_pen", "Pen", is_consolation=True, stock=60),
    ),
)


def sample() -> bytes:
    """Return the file: some hundred plays across a clock change, and prizes that were taken, returned and closed."""
    decider, counts = Decider(_PLAN, _SEED), Counts()
    own: dict[str, dict[str, int]] = {}
    head = commitment = commitment_of(_PLAN.text, _SEED)
    entries: list[tuple[int, str, str]] = []

    def write(line: str) -> None:
        nonlocal head
        head = chained(head, line)
        entries.append((len(entries) + 1, line, head))

    for number in range(1, 301):
        at = _START + timedelta(minutes=14 * number, microseconds=number)
        place = (None, "harbor", "hill")[number % 3]
        play = Play(number, at, ("", "mine", "ü")[number % 3], place, number % 100)
        player = f"player{number % 41}"
        won = decider.decide(play, counts, own.setdefault(player, {}))
        write(play_line(play, player, won))
        if won is not None:
            counts.count(won, _PLAN.day(at), place)
            own[player][won.prize_id] = own[player].get(won.prize_id, 0) + 1
        if number == 60:
            counts.take("prize_tea")
            write(stock_line("take", "prize_tea", at))
        if number % 90 == 0 and counts.total["prize_mug"]:
            counts.give_back("prize_mug")
            write(stock_line("return", "prize_mug", at, number))
        if number == 250:
            counts.close("prize_pen")
            write(stock_line("close", "prize_pen", at))
    header = {
        "game_id": _PLAN.game_id,
        "name": "Sample",
        "plan": _PLAN.text,
        "seed": _SEED.hex(),
        "commitment": commitment,
        "published_at": utc(_START),
        "ended_at": utc(_PLAN.ends_at),
    }
    return b"".join(audit_file(header, entries, head, AuditKey(b"sample", "org_sample")))


if __name__ == "__main__":
    SAMPLE.parent.mkdir(exist_ok=True)
    SAMPLE.write_bytes(sample())

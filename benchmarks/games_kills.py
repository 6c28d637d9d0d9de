"""Plays of one game while API processes and Postgres are killed: exactly the stock is won, and every play has one
answer.

`CLIENTS` (64) phones at once play `EACH` (16) times each, through two API processes, a wheel whose prizes have a stock
of 1, 30 and 1,000. Every `BETWEEN` (60) answers, the postmaster with all its sessions or an API process is killed, in
turn, and started again. A phone that gets no final answer sends the same play again. Then every tenth play is sent once
more, the game is ended, its audit file is replayed, and stock, awards, log and outbox must match the answers that the
phones got.
"""

import itertools
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from uuid import uuid4

import httpx2
import psycopg

from api.domains.promotions.games.verifying import Falsified, verify
from benchmarks.kills import CLIENTS, EACH, GIVE_UP, Ground, ground
from benchmarks.plays import AGENT
from benchmarks.report import Figure, show

STOCKS = {1: 20_000, 30: 150_000, 1_000: 800_000}
"""The odds in parts per million, by stock."""


@dataclass
class Played:
    """The answers that the phones got, by play."""

    answers: dict[str, bytes] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    """Plays that got a different answer when they were sent again."""

    def outcomes(self) -> dict[str, tuple[int, str | None]]:
        """Return the drawn number and the prize of each play."""
        found = {play_id: json.loads(it) for play_id, it in self.answers.items()}
        return {play_id: (it["number"], it["outcome"]["prize_id"]) for play_id, it in found.items()}


@dataclass
class Phone:
    """Persistent connections to the API processes: a new one per play would cost a tenth of the play."""

    place: Ground
    connections: dict[int, HTTPConnection] = field(default_factory=dict)

    def post(self, number: int, body: bytes, headers: dict[str, str]) -> tuple[int, bytes] | None:
        """Return the status and body of a response; None if there was none."""
        port = self.place.ports[number % len(self.place.ports)]
        connection = self.connections.setdefault(
            port, HTTPConnection("127.0.0.1", port, timeout=30)
        )
        try:
            connection.request("POST", "/v1/game/play-game", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            connection.close()
            return None


def main() -> list[Figure]:
    """Run the phones through the kills, then audit."""
    with ground() as (place, member):
        played = Played()
        game_id = _game(place, member)
        began = time.monotonic()
        place.work(lambda number: _play(place, game_id, number, played))
        took = time.monotonic() - began
        _play_again(place, game_id, played)
        _called(place, member, "end-game", game_id=game_id)
        return list(_figures(place, played, _audit(place, game_id), took))


def _called(place: Ground, headers: dict[str, str], path: str, **body: Any) -> Any:
    return (
        httpx2.post(place.address(path), json=body, headers=headers, timeout=30)
        .raise_for_status()
        .json()
    )


def _game(place: Ground, member: dict[str, str]) -> str:
    prizes = [{"name": f"Stock {it}", "stock": it, "odds_ppm": odds} for it, odds in STOCKS.items()]
    draft = {"name": "Wheel", "prizes": prizes, "limits": {"per_person_day": None}}
    game_id: str = _called(place, member, "game", **draft)["game_id"]
    _called(place, member, "publish-game", game_id=game_id)
    return game_id


def _audit(place: Ground, game_id: str) -> list[bytes]:
    url = place.address(f"game/audit/{game_id}")
    answer = httpx2.get(url, headers={"user-agent": AGENT}, timeout=600).raise_for_status()
    return [line + b"\n" for line in answer.content.splitlines()]


def _play_again(place: Ground, game_id: str, played: Played) -> None:
    """Send every tenth play once more; it must get the same answer."""
    again = list(played.answers.items())[::10]

    def check(number: int) -> list[str]:
        phone = Phone(place)
        return [
            play_id
            for play_id, answer in again[number::CLIENTS]
            if json.loads(_settled(phone, number, game_id, play_id)) != json.loads(answer)
        ]

    with ThreadPoolExecutor(CLIENTS) as pool:
        for changed in pool.map(check, range(CLIENTS)):
            played.changed += changed


def _play(place: Ground, game_id: str, number: int, played: Played) -> None:
    phone = Phone(place)
    for _ in range(EACH):
        play_id, began = str(uuid4()), time.monotonic()
        answer = _settled(phone, number, game_id, play_id)
        with place.lock:
            place.waits.append(time.monotonic() - began)
            played.answers[play_id] = answer


def _settled(phone: Phone, number: int, game_id: str, play_id: str) -> bytes:
    """Send a play until there is an answer."""
    end = time.monotonic() + GIVE_UP
    body = json.dumps({"game_id": game_id, "play_id": play_id, "player_seed": "mine"}).encode()
    headers = {"user-agent": AGENT, "accept-language": "en", "content-type": "application/json"}
    for attempt in itertools.count(number):
        headers["x-forwarded-for"] = f"81.{number % 200}.{attempt % 200}.7"
        answer = phone.post(attempt, body, headers)
        if answer is not None and answer[0] == 200:
            return answer[1]
        if answer is not None and answer[0] < 429:
            raise AssertionError(f"a play was answered {answer[0]}: {answer[1].decode()}")
        if time.monotonic() > end:
            raise AssertionError(f"no answer to a play within {GIVE_UP:.0f} s")
        time.sleep(0.05)
    raise AssertionError


def _figures(place: Ground, played: Played, audit: list[bytes], took: float) -> Iterator[Figure]:
    with psycopg.connect(place.settings.database_url) as connection:
        wrong = {
            "stocks that are not what was won": _wrong_stocks(connection, played),
            "plays whose answer is not what is stored": _wrong_plays(connection, played),
            "plays that had another answer when they were sent again": played.changed,
            "plays without exactly one event": _wrong_events(connection),
            "faults that the replay of the log finds": _faults(audit),
        }
    yield from place.figures(wrong, "play", took)


def _wrong_stocks(connection: psycopg.Connection[Any], played: Played) -> list[Any]:
    """Return the prizes whose numbers of answers, awards and taken pieces differ, or of which more were taken than in
    stock.
    """
    won = Counter(prize_id for _, prize_id in played.outcomes().values())
    rows = connection.execute(
        "select p.prize_id, p.stock, p.taken, count(a.award_id) from prizes p"
        " left join prize_awards a on a.prize_id = p.prize_id group by 1, 2, 3"
    ).fetchall()
    return [
        (stock, won[prize_id], taken, awarded)
        for prize_id, stock, taken, awarded in rows
        if len({won[prize_id], taken, awarded}) > 1 or taken > stock
    ]


def _wrong_plays(connection: psycopg.Connection[Any], played: Played) -> list[Any]:
    stored = {
        str(play_id): (number, prize_id)
        for play_id, number, prize_id in connection.execute(
            "select play_id, number, prize_id from game_plays"
        ).fetchall()
    }
    answered = played.outcomes()
    return [
        (it, stored.get(it), answered.get(it))
        for it in stored.keys() | answered.keys()
        if stored.get(it) != answered.get(it)
    ]


def _wrong_events(connection: psycopg.Connection[Any]) -> list[Any]:
    return connection.execute(
        "with events as (select convert_from(payload, 'UTF8')::jsonb as event from outbox)"
        " select p.play_id, count(e.event) from game_plays p left join events e"
        "   on e.event ->> 'type' = 'play' and e.event -> 'data' ->> 'play_id' = p.play_id::text"
        " group by 1 having count(e.event) <> 1"
    ).fetchall()


def _faults(audit: list[bytes]) -> list[str]:
    try:
        verify(audit)
    except Falsified as fault:
        return [str(fault)]
    return []


if __name__ == "__main__":
    show(main())

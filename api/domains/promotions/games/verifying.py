"""Verification of a game's audit file: it replays every draw and the whole stock, and names the first row that is
wrong.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from api.domains.promotions.games.draw import commitment_of
from api.domains.promotions.games.draw_engine import Counts, Decider, Play, Won
from api.domains.promotions.games.log import chained, read_json
from api.domains.promotions.games.plan import canonical, read_plan


class Falsified(Exception):
    """The file proves nothing; the message names the row and the reason."""


@dataclass(frozen=True)
class Proof:
    """The result of a verified file."""

    game_id: str
    commitment: str
    public_key: str
    plays: int
    won: Mapping[str, int]
    """How many of each prize were won and not returned, including those removed without a play."""


class Replay:
    """Replays a log from the start, entry by entry."""

    def __init__(self, decider: Decider, commitment: str) -> None:
        self._decider = decider
        self._stock = {it.prize_id: it.stock for it in decider.plan.prizes}
        self._counts = Counts()
        self._own: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.head = commitment
        self.entries = 0
        self.plays = 0

    @property
    def won(self) -> Mapping[str, int]:
        """How many of each prize are gone from the stock."""
        return self._counts.total

    def entry(self, number: int, line: str, hashed: str) -> None:
        """Replay an entry.

        Raises:
            Falsified: the entry does not follow from the plan, the seed and the entries before it.
        """
        self.entries += 1
        if number != self.entries:
            raise Falsified(f"entry {self.entries} is missing")
        self.head = chained(self.head, line)
        if hashed != self.head:
            raise Falsified(
                f"entry {number}: the hash does not follow from the line and the entry before"
            )
        try:
            self._apply(number, read_json(line))
        except (KeyError, TypeError, ValueError) as error:
            raise Falsified(f"entry {number}: cannot be read ({error})") from error

    def _apply(self, number: int, values: Mapping[str, Any]) -> None:
        if values["type"] == "play":
            self._play(number, values)
            return
        prize_id = values["prize_id"]
        if values["type"] == "take":
            self._counts.take(prize_id)
        elif values["type"] == "return":
            self._counts.give_back(prize_id)
        elif values["type"] == "close":
            self._counts.close(prize_id)
        else:
            raise Falsified(f"entry {number}: unknown type")
        self._check_stock(number, prize_id)

    def _play(self, number: int, values: Mapping[str, Any]) -> None:
        self.plays += 1
        play = Play(
            values["number"],
            datetime.fromisoformat(values["at"]),
            values["player_seed"],
            values["place"],
            values["score"],
        )
        if play.number != self.plays:
            raise Falsified(f"entry {number}: is play {play.number}, not {self.plays}")
        own = self._own[values["player"]]
        won = self._decider.decide(play, self._counts, own)
        written = Won(values["prize_id"], values["by_moment"]) if values["prize_id"] else None
        if won != written:
            drawn = won.prize_id if won else "nothing"
            raise Falsified(
                f"entry {number}: play {play.number} draws {drawn}, not what is written"
            )
        if won is not None:
            self._counts.count(won, self._decider.plan.day(play.at), play.place)
            own[won.prize_id] += 1
            self._check_stock(number, won.prize_id)

    def _check_stock(self, number: int, prize_id: str) -> None:
        stock, gone = self._stock[prize_id], self._counts.total[prize_id]
        if gone < 0 or (stock is not None and gone > stock):
            raise Falsified(f"entry {number}: {gone} of {stock} of {prize_id} would be gone")


def verify(
    lines: Iterable[bytes], commitment: str | None = None, public_key: str | None = None
) -> Proof:
    """Verify an audit file. `commitment` and `public_key` are the values that were published before the start.

    Raises:
        Falsified: something in the file is wrong.
    """
    digest = hashlib.sha256()
    rows = iter(lines)
    first = next(rows, b"")
    header = _row(1, first)
    digest.update(first)
    replay, known = _started(header, commitment, public_key)
    end: dict[str, Any] | None = None
    for number, line in enumerate(rows, 2):
        if end is not None:
            raise Falsified(f"row {number}: there is more after the end")
        row = _row(number, line)
        if row.get("type") == "end":
            end = row
            continue
        digest.update(line)
        try:
            replay.entry(row["entry"], row["line"], row["hash"])
        except (KeyError, TypeError, AttributeError) as error:
            raise Falsified(f"row {number}: cannot be read ({error})") from error
        except Falsified as error:
            raise Falsified(f"row {number}: {error}") from error
    if end is None:
        raise Falsified("the end is missing")
    _check_end(end, replay, digest, header["public_key"])
    return Proof(header["game_id"], known, header["public_key"], replay.plays, dict(replay.won))


def _started(
    header: Mapping[str, Any], commitment: str | None, public_key: str | None
) -> tuple[Replay, str]:
    try:
        plan, seed = read_plan(header["plan"]), bytes.fromhex(header["seed"])
        known = str(header["commitment"])
        if commitment_of(header["plan"], seed) != known:
            raise Falsified("row 1: plan and seed do not give the commitment")
        if commitment is not None and known != commitment:
            raise Falsified("row 1: is not the commitment that was published")
        written_key = str(header["public_key"])
        if public_key is not None and written_key != public_key:
            raise Falsified("row 1: is not the public key that was published")
        if plan.game_id != header["game_id"]:
            raise Falsified("row 1: is the plan of another game")
    except (KeyError, TypeError, ValueError) as error:
        raise Falsified(f"row 1: cannot be read ({error})") from error
    return Replay(Decider(plan, seed), known), known


def _check_end(end: dict[str, Any], replay: Replay, digest: Any, public_key: str) -> None:
    signature = str(end.pop("signature", ""))
    if end.get("entries") != replay.entries or end.get("head") != replay.head:
        raise Falsified(f"the end: there are {replay.entries} entries up to {replay.head}")
    digest.update(canonical(end).encode())
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), digest.digest())
    except (InvalidSignature, ValueError) as error:
        raise Falsified("the end: the signature does not fit") from error


def _row(number: int, line: bytes) -> dict[str, Any]:
    try:
        return read_json(line)
    except (ValueError, UnicodeDecodeError) as error:
        raise Falsified(f"row {number}: is no JSON") from error

"""The log of a game: a chain of hashes, so that no entry can be changed, left out or added afterwards."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.domains.promotions.games.draw_engine import Play, Won
from api.domains.promotions.games.plan import canonical, utc


def _line(values: dict[str, Any]) -> str:
    """Return an entry in the same form as `canonical`, for values without fractions, in a tenth of the time."""
    return orjson.dumps(values, option=orjson.OPT_SORT_KEYS).decode()


def play_line(play: Play, player: str, won: Won | None) -> str:
    """Return the entry of a play with its result."""
    return _line(
        {
            "type": "play",
            "number": play.number,
            "at": utc(play.at),
            "player": player,
            "player_seed": play.player_seed,
            "place": play.place,
            "score": play.score,
            "prize_id": won.prize_id if won else None,
            "by_moment": won.by_moment if won else False,
        }
    )


def stock_line(kind: str, prize_id: str, at: datetime, number: int | None = None) -> str:
    """Return the entry of a prize that was removed from the stock without a play (`take`), was returned (`return`), or
    can no longer be won because what it gives has run out (`close`).
    """
    return _line({"type": kind, "prize_id": prize_id, "at": utc(at), "number": number})


def chained(before: str, line: str) -> str:
    """Return the hash of an entry, computed from the previous hash and the entry's line. The first one follows the
    commitment.
    """
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()


class AuditKey:
    """The key that signs an organisation's audit files."""

    def __init__(self, secret: bytes, org_id: str) -> None:
        seed = hmac.digest(secret, f"game audit\n{org_id}".encode(), hashlib.sha256)
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public(self) -> str:
        """Return the public key in hexadecimal digits. It is published with the commitment."""
        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return raw.hex()

    def sign(self, digest: bytes) -> str:
        """Return the signature of a digest in hexadecimal digits."""
        return self._key.sign(digest).hex()


def audit_file(
    header: dict[str, Any], entries: Iterable[tuple[int, str, str]], head: str, key: AuditKey
) -> Iterator[bytes]:
    """Yield the lines of an audit file: plan and seed, every entry, and the signature over everything before it."""
    digest = hashlib.sha256()
    count = 0

    def line(values: dict[str, Any]) -> bytes:
        written = (canonical(values) + "\n").encode()
        digest.update(written)
        return written

    yield line({"type": "header", **header, "public_key": key.public})
    for number, text, hashed in entries:
        count += 1
        yield line({"entry": number, "line": text, "hash": hashed})
    end = {"type": "end", "entries": count, "head": head}
    signed = digest.copy()
    signed.update(canonical(end).encode())
    yield (canonical({**end, "signature": key.sign(signed.digest())}) + "\n").encode()


def read_json(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON object.

    Raises:
        ValueError: the text is not a JSON object.
    """
    values = json.loads(text)
    if not isinstance(values, dict):
        raise ValueError("not an object")  # noqa: TRY004 - text that is no object
    return values

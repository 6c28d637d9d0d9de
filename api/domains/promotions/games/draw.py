"""The draw: HMAC-SHA256 of the play, keyed by the game's seed, mapped to an integer without bias."""

import hashlib
import hmac
import struct

ALGORITHM = "waypost-draw-1"
ONE_MILLION = 1_000_000
"""Odds are in whole parts per million, so a draw has this many equally likely results."""

_WORD = 8
_FOUR_WORDS = struct.Struct(">4Q")
_WORDS = 1 << (8 * _WORD)


def draw(seed: bytes, number: int, player_seed: str, outcomes: int = ONE_MILLION) -> int:
    """Return a number from 0 to `outcomes - 1`, each equally likely.

    The digest is read in words of 64 bits, big-endian. A word in the incomplete last group is skipped (rejection
    sampling). When all four words were skipped, the next digest follows.
    """
    fair = _WORDS - _WORDS % outcomes
    message = f"draw\n{number}\n{player_seed}".encode()
    attempt = 0
    while True:
        digest = hmac.digest(seed, message, "sha256")
        for word in _FOUR_WORDS.unpack(digest):
            if word < fair:
                return int(word % outcomes)
        attempt += 1
        message = f"draw\n{number}\n{player_seed}\n{attempt}".encode()


def fraction(seed: bytes, *name: str) -> int:
    """Return the number from 0 to 2^64 - 1 that belongs to a name, such as a winning moment or a card of a deck."""
    digest = hmac.digest(seed, "\n".join(name).encode(), "sha256")
    return int.from_bytes(digest[:_WORD], "big")


def shuffled(seed: bytes, count: int, *name: str) -> list[int]:
    """Return the numbers from 0 to `count - 1` in the order that belongs to a name."""
    return sorted(range(count), key=lambda it: (fraction(seed, *name, str(it)), it))


def commitment_of(plan_text: str, seed: bytes) -> str:
    """Return the hash published before the start: it binds the plan and the seed, and reveals nothing about the
    seed.
    """
    return hashlib.sha256(f"{plan_text}\n{seed.hex()}".encode()).hexdigest()

"""Proof that a player's phone number was verified, without storing the number."""

import hmac
import re
from collections.abc import Callable

from api.domains.promotions.games.public_schemas import Answers

_E164 = re.compile(r"^\+[1-9][0-9]{6,14}$")

IsProven = Callable[[str, str, str], bool]
"""Returns whether a proof shows that an organisation's passcode has just reached a number."""


class PlayerPhones:
    """Phone numbers of players. The proof of a passcode is valid for half an hour. The game's own proof, which replaces
    it, is valid for that game until it ends.
    """

    def __init__(self, secret: bytes, is_proven: IsProven) -> None:
        self._key = hmac.digest(secret, b"phones of players", "sha256")
        self._is_proven = is_proven

    def verified(self, org_id: str, game_id: str, answers: Answers) -> str | None:
        """Return the number of a player if it was verified; None otherwise."""
        phone, proof = answers.phone or "", answers.phone_proof or ""
        if not _E164.match(phone) or not proof.isascii():
            return None
        is_ours = hmac.compare_digest(proof, self.proof(game_id, phone))
        return phone if is_ours or self._is_proven(org_id, phone, proof) else None

    def proof(self, game_id: str, phone: str) -> str:
        """Return the proof that a player of a game sends instead of verifying the number again."""
        return hmac.digest(self._key, f"{game_id}\n{phone}".encode(), "sha256").hex()

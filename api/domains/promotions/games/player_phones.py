"""What a game knows of a player's phone number: that it was verified, without keeping it."""

import hmac
import re
from collections.abc import Callable

from api.domains.promotions.games.public_schemas import Answers

_E164 = re.compile(r"^\+[1-9][0-9]{6,14}$")

IsProven = Callable[[str, str, str], bool]
"""Whether a proof shows that an organisation's passcode reached a number just now."""


class PlayerPhones:
    """Numbers of the players of games. A proof of a passcode is good for half an hour; the game's own one, which a
    player gets for it, for that game as long as it lasts.
    """

    def __init__(self, secret: bytes, is_proven: IsProven) -> None:
        self._key = hmac.digest(secret, b"phones of players", "sha256")
        self._is_proven = is_proven

    def verified(self, org_id: str, game_id: str, answers: Answers) -> str | None:
        """The number of a player, if it was verified."""
        phone, proof = answers.phone or "", answers.phone_proof or ""
        if not _E164.match(phone) or not proof.isascii():
            return None
        is_ours = hmac.compare_digest(proof, self.proof(game_id, phone))
        return phone if is_ours or self._is_proven(org_id, phone, proof) else None

    def proof(self, game_id: str, phone: str) -> str:
        """What a player of a game shows instead of verifying the number again."""
        return hmac.digest(self._key, f"{game_id}\n{phone}".encode(), "sha256").hex()

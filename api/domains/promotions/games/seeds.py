"""Seeds of games: sealed until the end."""

import base64
import hmac

from cryptography.fernet import Fernet

from api.domains.promotions.games.draw_engine import Decider
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.plan import read_plan
from api.domains.promotions.games.published import Draws

SEED_BYTES = 32


class Seeds:
    """Seals and opens the seeds of games."""

    def __init__(self, secret: bytes) -> None:
        key = hmac.digest(secret, b"game seeds", "sha256")
        self._cipher = Fernet(base64.urlsafe_b64encode(key))

    def seal(self, seed: bytes) -> str:
        """A seed as it is stored."""
        return self._cipher.encrypt(seed).decode()

    def open(self, sealed: str) -> bytes:
        """A stored seed."""
        return self._cipher.decrypt(sealed.encode())

    def draws(self, game: Game) -> Draws:
        """The draws of a published game, and its seed."""
        seed = self.open(game.sealed_seed or "")
        return Draws(Decider(read_plan(game.plan_text or ""), seed), seed)

"""Seeds of games, encrypted until the end."""

from collections.abc import Sequence

from api.domains.promotions.games.draw_engine import Decider
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.plan import read_plan
from api.domains.promotions.games.published import Draws
from api.kit.sealing import SecretBox

SEED_BYTES = 32
PURPOSE = b"game seeds"


class Seeds:
    """Encrypts and decrypts the seeds of games."""

    def __init__(self, sealing_keys: Sequence[bytes]) -> None:
        self._box = SecretBox(sealing_keys, PURPOSE)

    def seal(self, seed: bytes) -> str:
        """Return the seed in its stored, encrypted form."""
        return self._box.seal(seed)

    def open(self, sealed: str) -> bytes:
        """Return a stored seed, decrypted."""
        return self._box.unseal(sealed)

    def draws(self, game: Game) -> Draws:
        """Return the draws of a published game, with its seed."""
        seed = self.open(game.sealed_seed or "")
        return Draws(Decider(read_plan(game.plan_text or ""), seed), seed)

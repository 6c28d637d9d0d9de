"""Seeds of games: sealed until the end."""

from collections.abc import Sequence

from api.domains.promotions.games.draw_engine import Decider
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.plan import read_plan
from api.domains.promotions.games.published import Draws
from api.kit.sealing import SecretBox

SEED_BYTES = 32
PURPOSE = b"game seeds"


class Seeds:
    """Seals and opens the seeds of games."""

    def __init__(self, sealing_keys: Sequence[bytes]) -> None:
        self._box = SecretBox(sealing_keys, PURPOSE)

    def seal(self, seed: bytes) -> str:
        """A seed as it is stored."""
        return self._box.seal(seed)

    def open(self, sealed: str) -> bytes:
        """A stored seed."""
        return self._box.unseal(sealed)

    def draws(self, game: Game) -> Draws:
        """The draws of a published game, and its seed."""
        seed = self.open(game.sealed_seed or "")
        return Draws(Decider(read_plan(game.plan_text or ""), seed), seed)

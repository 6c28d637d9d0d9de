"""Names on leaderboards: as players chose them, unless they insult."""

from functools import cache

from better_profanity import Profanity


def shown_name(name: str | None, player: str) -> str:
    """What a player is called for everybody to see: their choice, or a number where it is none or insults."""
    if name and not _filter().contains_profanity(name):
        return name
    return f"#{int(player[:8], 16) % 10_000:04}"


@cache
def _filter() -> Profanity:
    return Profanity()

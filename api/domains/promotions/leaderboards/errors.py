"""What can go wrong with seasons."""

from api.kit.errors import Conflict, NotFound


class SeasonChanged(Conflict):
    code = "season_changed"
    message = "Somebody else has started a new season already. Load the board again."


class SeasonTooShort(Conflict):
    code = "season_too_short"
    message = "This season began less than a minute ago."


class TooManySeasons(Conflict):
    code = "too_many_seasons"
    message = "A board has at most 1,000 seasons."


class SeasonNotFound(NotFound):
    code = "season_not_found"
    message = "This board has no such season."

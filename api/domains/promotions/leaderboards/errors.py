"""Errors of seasons."""

from api.kit.errors import Conflict, NotFound


class SeasonChanged(Conflict):
    code = "season_changed"
    message = "Somebody else has already started a new season. Reload the leaderboard."


class SeasonTooShort(Conflict):
    code = "season_too_short"
    message = "This season started less than a minute ago. Try again in a minute."


class TooManySeasons(Conflict):
    code = "too_many_seasons"
    message = "A leaderboard can have at most 1,000 seasons."


class SeasonNotFound(NotFound):
    code = "season_not_found"
    message = "This leaderboard has no such season."

"""Errors of games."""

from typing import Any, ClassVar

from api.kit.errors import (
    ApiError,
    Conflict,
    FieldError,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    TooMany,
)


class GameNotFound(NotFound):
    code = "game_not_found"
    message = "Game not found."


class CodeHasGame(Conflict):
    code = "code_has_game"
    message = "This code already has a game. Choose another code."


class GameNotEnded(Conflict):
    code = "game_not_ended"
    message = "Only a game that has ended can be archived."


class GamePublished(Conflict):
    code = "game_published"
    message = "The plan of a published game cannot change. You can still change texts and look."


class GameNotRunning(Conflict):
    code = "game_not_running"
    message = "This game has not been published, or it has ended."


class TooManyGames(Conflict):
    code = "too_many_games"
    message = "An organisation can have at most 500 games. Delete a draft first."


class GameChanged(Conflict):
    code = "game_changed"
    message = (
        "Somebody else has changed this game in the meantime. Reload it, then repeat your change."
    )


class NotYetRevealed(Conflict):
    code = "not_yet_revealed"
    message = "The audit file is available once the game has ended."


class PlanImpossible(Invalid):
    code = "plan_impossible"
    message = "This plan cannot work. Fix the listed problems first."


class SeasonChanged(Conflict):
    code = "season_changed"
    message = "Somebody else has already started a new season. Reload the leaderboard."


class PlayNotHeld(Conflict):
    code = "play_not_held"
    message = "This score has already been decided on."


class PlayRefused(ApiError):
    """Base class of all reasons for refusing a play. Each refusal is counted and shown to the game's owners."""

    field: ClassVar[str | None] = None

    def __init__(self, message: str | None = None, **extra: Any) -> None:
        text = message or type(self).message
        errors = (
            [FieldError(field=self.field, message=text, code=self.code)] if self.field else None
        )
        super().__init__(message, errors=errors, **extra)


class GameNotStarted(PlayRefused, Conflict):
    code = "game_not_started"
    message = "This game has not started yet."


class GameOver(PlayRefused, Conflict):
    code = "game_over"
    message = "This game is over."


class PrizesGone(PlayRefused, Conflict):
    code = "prizes_gone"
    message = "All prizes have been won."


class AlreadyPlayed(PlayRefused, Conflict):
    code = "already_played"
    field = "limits"
    message = "You have already played as often as this game allows."


class TooManyPlays(PlayRefused, TooMany):
    code = "too_many_plays"
    message = "This game has reached its limit of plays, in total or for today."


class OnlyPeoplePlay(PlayRefused, Forbidden):
    code = "only_people_play"
    message = "Automated plays are not counted."


class TooYoung(PlayRefused, Forbidden):
    code = "too_young"
    field = "answers.age"
    message = "You have not stated your age, or you are too young to play this game."


class WrongCountry(PlayRefused, Forbidden):
    code = "wrong_country"
    field = "answers.country"
    message = "This game cannot be played from your country."


class TermsNeeded(PlayRefused, Forbidden):
    code = "terms_needed"
    field = "answers.terms_version"
    message = "Accept the terms of this game first."


class PlaceNeeded(PlayRefused, Forbidden):
    code = "place_needed"
    field = "position"
    message = "This game can only be played on site. Allow your browser to share your location."


class WrongPlace(PlayRefused, Forbidden):
    code = "wrong_place"
    field = "position"
    message = "You are too far away to play this game."


class CustomerNeeded(PlayRefused, Forbidden):
    code = "customer_needed"
    message = "This game is only for customers. Sign up first."


class ReceiptNeeded(PlayRefused, Invalid):
    code = "receipt_needed"
    field = "answers.receipt"
    message = "Enter the number of your receipt or order."


class ReceiptUsed(PlayRefused, Conflict):
    code = "receipt_used"
    field = "answers.receipt"
    message = "This receipt or order cannot be used to play again."


class OrderUnknown(PlayRefused, Invalid):
    code = "order_unknown"
    field = "answers.receipt"
    message = "There is no order with this number. Check the number."


class PhoneNeeded(PlayRefused, Forbidden):
    code = "phone_needed"
    field = "answers.phone_proof"
    message = "Confirm your phone number first."


class TeamNeeded(PlayRefused, Invalid):
    code = "team_needed"
    field = "answers.team"
    message = "Choose one of the teams first."


class PlayChanged(PlayRefused, Conflict):
    code = "play_changed"
    message = "This play was started with other data. Start a new play."


class PlayTokenWrong(PlayRefused, Forbidden):
    code = "play_token_wrong"
    field = "token"
    message = "The token does not belong to this play."


class TooEarly(PlayRefused, Conflict):
    code = "too_early"
    field = "inputs"
    message = "The round is not over yet."


class PlayExpired(PlayRefused, Gone):
    code = "play_expired"
    message = "This play was started more than an hour ago. Start a new one."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    errors = [FieldError(field=field, message=message, code=code)]
    return Invalid(f"{field} {message}", errors=errors)

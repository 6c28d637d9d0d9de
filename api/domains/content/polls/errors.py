"""Errors of votes."""

from api.kit.errors import Conflict, FieldError, Forbidden, Invalid, NotFound


class PollNotFound(NotFound):
    code = "poll_not_found"
    message = "Poll not found."


class PollExists(Conflict):
    code = "poll_exists"
    message = "This code already has a poll with this id."


class PollClosed(Conflict):
    code = "poll_closed"
    message = "This poll is closed."


class AlreadyVoted(Conflict):
    code = "already_voted"
    message = "You have already voted in this poll."


class PollOnPage(Conflict):
    code = "poll_on_page"
    message = (
        "This poll is on a page. Remove it from the page, publish the page, then delete the poll."
    )


class OnlyPeopleVote(Forbidden):
    code = "only_people_vote"
    message = "Automated votes are not counted."


class ResultsHidden(Forbidden):
    code = "results_hidden"
    message = "The results of this poll are hidden."


class TooManyPolls(Conflict):
    code = "too_many_polls"
    message = (
        "A code can have at most 100 open polls, and 1,000 including closed ones. Close or"
        " delete one."
    )


def no_such_choice(choices: list[str]) -> Invalid:
    """Return the error for a choice that the poll does not offer."""
    message = f"must be one of {', '.join(choices)}"[:500]
    return Invalid(
        f"choice {message}",
        errors=[FieldError(field="choice", message=message, code="no_such_choice")],
    )

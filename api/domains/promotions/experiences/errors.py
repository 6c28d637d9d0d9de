"""Errors of experiences."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ExperienceNotFound(NotFound):
    code = "experience_not_found"
    message = "Experience not found."


class TooManyExperiences(Conflict):
    code = "too_many_experiences"
    message = "An organisation can have at most 200 experiences. Delete one first."


def invalid(field: str, message: str, code: str) -> Invalid:
    """Return the error for an invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])


def name_taken() -> Invalid:
    """Return the error for a name that another experience has."""
    return invalid(
        "name", "is the name of another experience; choose another one", "experience_name_taken"
    )

"""Errors of segments."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unavailable


class SegmentNotFound(NotFound):
    code = "segment_not_found"
    message = "Segment not found."


class TooManySegments(Conflict):
    code = "too_many_segments"
    message = "An organisation can have at most 200 segments. Delete one first."


class SegmentNameTaken(Conflict):
    code = "segment_name_taken"
    message = "Another segment already has this name. Choose another one."


class SegmentInUse(Conflict):
    code = "segment_in_use"
    message = "This segment is used by codes, pages or other segments. Remove it there first."


class SegmentHasRules(Conflict):
    code = "segment_has_rules"
    message = (
        "The members of this segment follow from its rules. Only members of a list can be"
        " changed by hand."
    )


class SegmentsNotReady(Unavailable):
    """The lake cannot be read, or the marts are too far behind."""

    code = "segments_not_ready"
    message = "The activity of customers cannot be counted at the moment. Try again in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "30"})


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])

"""What can go wrong with annotations."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class AnnotationNotFound(NotFound):
    code = "annotation_not_found"
    message = "There is no such annotation."


class AnnotationChanged(Conflict):
    code = "annotation_changed"
    message = "Somebody else has changed this annotation. Load it again."


class MadeByAnEdit(Conflict):
    code = "made_by_an_edit"
    message = "This one was written by an edit of a code; only notes can be changed."


class TooManyAnnotations(Conflict):
    code = "too_many_annotations"
    message = "An organisation has at most 5,000 notes on its numbers."


def bad_field(field: str, message: str, code: str = "bad_value") -> Invalid:
    """The refusal of one field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )

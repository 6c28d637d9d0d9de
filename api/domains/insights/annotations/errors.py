"""Errors of annotations."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class AnnotationNotFound(NotFound):
    code = "annotation_not_found"
    message = "Annotation not found."


class AnnotationChanged(Conflict):
    code = "annotation_changed"
    message = "Somebody else has changed this annotation. Reload it and try again."


class EditNotChangeable(Conflict):
    code = "made_by_an_edit"
    message = "This annotation records an edit of a code. Only notes can be changed."


class TooManyAnnotations(Conflict):
    code = "too_many_annotations"
    message = "An organisation can have at most 5,000 notes. Delete some first."


def bad_field(field: str, message: str, code: str = "bad_value") -> Invalid:
    """Return the error for one field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )

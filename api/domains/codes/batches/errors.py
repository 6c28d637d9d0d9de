"""Errors of batches."""

from pydantic import ValidationError

from api.kit.errors import Conflict, FieldError, Invalid, NotFound
from api.kit.validation_messages import words_for


class BatchNotFound(NotFound):
    code = "batch_not_found"
    message = "Batch of one-time codes not found."


class NoBase(Conflict):
    code = "no_base"
    message = (
        "This code cannot be a base. Choose a code that is not deleted, not a child and not a"
        " one-time code."
    )


class RowsRefused(Invalid):
    code = "rows_refused"
    message = "Some rows are invalid, so nothing was created."


def row_errors(place: str, error: Invalid | ValidationError) -> list[FieldError]:
    """Return the errors of one row, with field names like `data[3].destination`."""
    if isinstance(error, Invalid):
        return [
            FieldError(field=f"{place}.{it.field}", message=it.message, code=it.code)
            for it in error.errors
        ]
    return [
        FieldError(
            field=".".join([place, *(str(part) for part in it["loc"])]),
            message=words_for(it),
            code=it["type"],
        )
        for it in error.errors()
    ]

"""Errors of exports."""

from api.kit.errors import FieldError, Invalid, Unavailable


class ExportFailed(Unavailable):
    code = "export_failed"
    message = "Failed to export CSV"


def unknown_table(name: str, known: str) -> Invalid:
    """The error for an unknown table."""
    message = f"must be one of {known}"
    return Invalid(
        f"There is no table {name[:64]!r}.",
        errors=[FieldError(field="from", message=message, code="unknown_table")],
    )


def id_required() -> Invalid:
    """The error for an export of one-time codes without a batch or base."""
    return Invalid(
        "params.id is required.",
        errors=[FieldError(field="params.id", message="is required", code="missing")],
    )


def too_many_values(name: str, most: int) -> Invalid:
    """The error for a breakdown with too many rows for one file."""
    return Invalid(
        f"{name} has more than {most:,} values in this range. Choose a shorter range, or filter.",
        errors=[FieldError(field="params", message="too many values", code="too_many_values")],
    )

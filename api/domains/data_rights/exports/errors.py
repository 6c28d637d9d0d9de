"""What can go wrong with exports."""

from api.kit.errors import FieldError, Invalid, Unavailable


class ExportFailed(Unavailable):
    code = "export_failed"
    message = "Failed to export CSV"


def unknown_table(name: str, known: str) -> Invalid:
    """The refusal of a table."""
    message = f"must be one of {known}"
    return Invalid(
        f"There is no table {name[:64]!r}.",
        errors=[FieldError(field="from", message=message, code="unknown_table")],
    )


def id_needed() -> Invalid:
    """The refusal of one-time codes of nothing."""
    return Invalid(
        "params.id is needed.",
        errors=[FieldError(field="params.id", message="is needed", code="missing")],
    )


def too_many_values(name: str, most: int) -> Invalid:
    """The refusal of a breakdown that no spreadsheet could hold."""
    return Invalid(
        f"{name} has more than {most:,} values in this range; choose a shorter one, or filter.",
        errors=[FieldError(field="params", message="too many values", code="too_many_values")],
    )

"""Errors of imports."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ImportNotFound(NotFound):
    code = "customer_import_not_found"
    message = "Import not found."


class ImportNotReady(Conflict):
    code = "customer_import_not_ready"
    message = "The import is in a state that does not allow this. Reload it, then check its state."


class ImportFileGone(Conflict):
    code = "customer_import_file_gone"
    message = "The file is no longer stored. Upload it again."


class WrongFile(Invalid):
    """The file cannot be read as a table. The message gives the reason."""

    code = "not_a_csv_file"

    def __init__(self, message: str) -> None:
        error = FieldError(field="file", message=message, code="not_a_csv_file")
        super().__init__(f"The file {message}.", errors=[error])


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])

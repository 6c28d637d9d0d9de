"""Column definitions of tables from Postgres and of analytics."""

from collections.abc import Collection, Sequence

from warehouse.exports.columns import UTC_TIME, FileColumn, metric_columns
from warehouse.queries.language import DEFINITIONS, AnyDimension

METRICS = tuple(DEFINITIONS)


def _text(name: str, definition: str) -> FileColumn:
    return FileColumn(name, "string", "", definition)


def _time(name: str, definition: str) -> FileColumn:
    return FileColumn(name, "timestamp", UTC_TIME, definition)


CUSTOMERS = (
    _text("customer_id", "Id of the customer"),
    _text("email", "E-mail address, where known"),
    _text("phone", "Phone number as +15551234567, where known"),
    _text("first_name", "First name, where known"),
    _text("last_name", "Last name, where known"),
    _text("tags", "Tags of the customer, separated by commas"),
    _time("created_at", "When they became a customer"),
    _text("number", "The customer's own number, like C-7K3MP9QX"),
    _text("language", "Language, BCP 47, where known"),
    _text("time_zone", "Time zone, like Europe/Berlin, where known"),
    _text("birthday", "As 1990-05-17, or --05-17 if the year is not known"),
    _text("owner", "Address of the member who looks after them"),
    _text("other_emails", "Addresses of merged profiles, separated by commas"),
    _text("other_phones", "Numbers of merged profiles, separated by commas"),
    _text("referral_code", "Code by which they bring friends, if they have one"),
    _text("referred_by", "Id of the customer who brought them, if any"),
)

ONE_TIME_CODES = (
    _text("code_id", "Id of the code"),
    _text("url", "URL in the QR code"),
    _text("state", "Whether it can still be used"),
    _time("used_at", "When it was used; empty if it was not"),
)

SUBMISSIONS = (
    _text("submission_id", "Id of the submission"),
    _time("created_at", "When the form was sent"),
    _text("code_id", "Code that led to the form, if any"),
    _text("page_id", "Page with the form"),
    _text("form_id", "Form on that page"),
    _text("customer_id", "Customer who sent it"),
    _text("language", "Language that the page was shown in, BCP 47"),
    _text("email", "E-mail address of the customer"),
    _text("phone", "Phone number of the customer"),
    _text("first_name", "First name of the customer"),
    _text("last_name", "Last name of the customer"),
    _text("answers", "Answers by field as JSON; empty once the customer was erased"),
)


def of_form(fields: Sequence[str]) -> tuple[FileColumn, ...]:
    """Return the columns of one form's submissions: one for each field, instead of one for all answers."""
    own = {column.name for column in SUBMISSIONS}
    return (
        *SUBMISSIONS[:-1],
        *(
            _text(f"answer_{name}" if name in own else name, f"What was answered to {name}")
            for name in fields
        ),
    )


def of_customers(
    fields: Sequence[tuple[str, str]], taken: Collection[str]
) -> tuple[FileColumn, ...]:
    """Return a column for each custom field, given by name and label."""
    return tuple(_text(f"field_{name}" if name in taken else name, label) for name, label in fields)


SERIES = (
    FileColumn("at", "timestamp", "organisation's time", "Start of the point"),
    *metric_columns(METRICS),
)


def of_dimension(dimension: AnyDimension) -> tuple[FileColumn, ...]:
    """Return the columns of a breakdown."""
    return (
        _text(dimension.value, f"Value of the dimension {dimension.value}; empty if unknown"),
        _text("name", "Name of the value, if it has one"),
        *metric_columns(METRICS),
    )


def of_pairs(first: str, second: str) -> tuple[FileColumn, ...]:
    """Return the columns of a table of two dimensions."""
    return (
        *(
            column
            for name in (first, second)
            for column in (
                _text(name, f"Value of the dimension {name}; empty if unknown"),
                _text(f"{name}_name", "Name of the value, if it has one"),
            )
        ),
        *metric_columns(METRICS),
    )

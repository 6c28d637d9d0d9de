"""The meaning of a file's columns for passes: the pass's holder, a value of the pass itself, or a value of the person's
own row.
"""

import re
from collections.abc import Mapping, Sequence

from api.domains.wallet.pass_templates.placeholders import ROW

_OWN: Mapping[str, str] = {
    "email": "email",
    "e_mail": "email",
    "customer": "customer_number",
    "customer_number": "customer_number",
    "customer_id": "customer_id",
    "serial": "serial_number",
    "serial_number": "serial_number",
    "serialnumber": "serial_number",
    "code": "code",
}
"""Headers that are not columns of the person's own row, and their targets."""


def guessed_targets(headers: Sequence[str]) -> list[str | None]:
    """Return the suggested target for each header, with each target used once; None if nothing remains of the name."""
    taken: set[str] = set()
    guesses: list[str | None] = []
    for header in headers:
        name = column_of(header)
        target = None if name is None else _OWN.get(name, f"{ROW}{name}")
        if target in taken:
            target = None
        if target is not None:
            taken.add(target)
        guesses.append(target)
    return guesses


def column_of(name: str) -> str | None:
    """Return the name under which placeholders refer to a column or a question, or None if nothing remains of
    its name.
    """
    column = re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")[:40]
    return column if column and column[0].isalpha() else None

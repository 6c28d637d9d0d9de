"""IDs of pages and templates as they appear in requests."""

from typing import Annotated

from pydantic import StringConstraints

PageName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]

"""Types of forms for other domains."""

from typing import Annotated

from pydantic import StringConstraints

PageId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""The ID of the page that a form is on, as in requests."""

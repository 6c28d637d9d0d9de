"""What other domains need to know of forms."""

from typing import Annotated

from pydantic import StringConstraints

PageId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""The id of the page that a form is on, as requests hold it."""

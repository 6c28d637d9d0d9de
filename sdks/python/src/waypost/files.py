"""Files that a call takes."""

from collections.abc import Mapping
from typing import TypeAlias

File: TypeAlias = tuple[str, bytes, str]
"""Name, content and media type."""

Files: TypeAlias = Mapping[str, File]
"""Files by the names of their fields."""

"""Public addresses of passes."""

from urllib.parse import quote


def pass_path(pass_id: str) -> str:
    """Where the public page of a pass is, in the address space of cards."""
    return f"/card/{quote(pass_id)}"

"""Public addresses of passes and offers, in the address space of cards."""

from urllib.parse import quote

CARDS = "/card/"


def pass_path(pass_id: str) -> str:
    """Where the public page of a pass is."""
    return f"{CARDS}{quote(pass_id)}"


def offer_path(offer_id: str) -> str:
    """Where visitors get a pass of their own."""
    return f"{CARDS}{quote(offer_id)}"

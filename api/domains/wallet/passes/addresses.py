"""Public addresses of passes and offers, in the address space of cards."""

from urllib.parse import quote

CARDS = "/card/"


def pass_path(pass_id: str) -> str:
    """Where the public page of a pass is."""
    return f"{CARDS}{quote(pass_id)}"


def package_path(pass_id: str) -> str:
    """Where the signed pass is."""
    return f"{pass_path(pass_id)}/pass.pkpass"


def google_path(pass_id: str) -> str:
    """What leads to the pass in Google Wallet."""
    return f"{pass_path(pass_id)}/google"


def offer_path(offer_id: str) -> str:
    """Where visitors get a pass of their own."""
    return f"{CARDS}{quote(offer_id)}"

"""Public addresses of passes and offers, below the path of cards."""

from urllib.parse import quote

CARDS = "/card/"


def pass_path(pass_id: str) -> str:
    """Return the path of a pass's public page."""
    return f"{CARDS}{quote(pass_id)}"


def package_path(pass_id: str) -> str:
    """Return the path of the signed pass."""
    return f"{pass_path(pass_id)}/pass.pkpass"


def google_path(pass_id: str) -> str:
    """Return the path that leads to the pass in Google Wallet."""
    return f"{pass_path(pass_id)}/google"


def offer_path(offer_id: str) -> str:
    """Return the path at which visitors get their own pass."""
    return f"{CARDS}{quote(offer_id)}"

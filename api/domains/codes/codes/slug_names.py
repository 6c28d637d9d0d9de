"""Rules for the names that codes may have as slugs."""

from api.domains.codes.codes.types import RESERVED_WORDS, SLUG

MIN_LENGTH, MAX_LENGTH = 3, 64


def slug_of(text: str) -> str:
    """Return the slug in lower case.

    Raises:
        ValueError: it is not a valid slug; the message gives the reason.
    """
    slug = text.strip().lower()
    if not MIN_LENGTH <= len(slug) <= MAX_LENGTH:
        raise ValueError(f"must have {MIN_LENGTH} to {MAX_LENGTH} characters")
    if not SLUG.match(slug):
        raise ValueError(
            "must contain only letters from a to z, digits, - and _, and start and end with a"
            " letter or digit"
        )
    if slug in RESERVED_WORDS:
        raise ValueError("is reserved by Waypost")
    return slug

"""Which names a code may open under."""

from api.domains.codes.codes.types import RESERVED_WORDS, SLUG

MIN_LENGTH, MAX_LENGTH = 3, 64


def slug_of(text: str) -> str:
    """The slug in lower case.

    Raises:
        ValueError: it is not a valid slug; the message says why.
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

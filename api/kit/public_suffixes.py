"""Which domains somebody can own, by the Public Suffix List (https://publicsuffix.org)."""

from functools import cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def registrable_domain(domain: str) -> str | None:
    """The part of a domain that was registered, as `example.co.uk` of `www.example.co.uk`; None for a public suffix."""
    found: str | None = _suffixes().privatesuffix(domain)
    return found

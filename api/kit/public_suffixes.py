"""Finds the registrable part of a domain, with the Public Suffix List (https://publicsuffix.org)."""

from functools import cache

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def registrable_domain(domain: str) -> str | None:
    """Return the part of a domain that was registered, as `example.co.uk` for `www.example.co.uk`; None for a public
    suffix.
    """
    found: str | None = _suffixes().privatesuffix(domain)
    return found

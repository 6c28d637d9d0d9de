"""Verifies custom domains again each night, and checks the addresses to which they redirect.

A domain that fails is still served, because its codes are printed, but its owners are notified. Addresses are fetched
in the same way as destinations of codes.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import psycopg

from api.domains.hosts.custom_domains.verification import DomainVerifier, VerificationResult
from api.jobs.registry import nightly
from runtime.destinations import Finding, look_at
from runtime.settings import Settings

CONCURRENCY = 8

_PROVEN = "select domain_id, host, token from custom_domains where proven_at is not null order by 1"
_THERE = """
update custom_domains
set checked_at = %(at)s, proven_by = %(how)s, problem = null, lost_at = null, notified_at = null
where domain_id = %(domain_id)s and proven_at is not null
"""
_GONE = """
update custom_domains
set checked_at = %(at)s, problem = %(problem)s, lost_at = coalesce(lost_at, %(at)s)
where domain_id = %(domain_id)s and proven_at is not null
"""


@nightly("custom_domains")
def reverify_domains(settings: Settings, now: datetime) -> int:
    """Verify every domain again, and return how many failed."""
    return reverify(settings, now, DomainVerifier(settings.dns_server).prove)


def reverify(
    settings: Settings, now: datetime, prove: Callable[[str, str], VerificationResult]
) -> int:
    """Verify every domain with the given verifier. If no server responded, nothing changes."""
    with psycopg.connect(settings.database_url) as connection:
        domains = connection.execute(_PROVEN).fetchall()
    with ThreadPoolExecutor(CONCURRENCY, thread_name_prefix="own-domains") as pool:
        found = list(pool.map(lambda it: prove(it[1], it[2]), domains))
    gone = 0
    with psycopg.connect(settings.database_url) as connection:
        for (domain_id, _, _), proof in zip(domains, found, strict=True):
            values = {"domain_id": domain_id, "at": now}
            if proof.found in ("dns", "file"):
                connection.execute(_THERE, {**values, "how": proof.found})
            elif proof.found == "no":
                connection.execute(_GONE, {**values, "problem": proof.problem[:300]})
                gone += 1
    return gone


_LEADING_ON = """
select domain_id, home_url, unknown_url from custom_domains
where proven_at is not null and (home_url is not null or unknown_url is not null) order by 1
"""
_FOUND = """
update custom_domains
set home_problem = case when home_url = %(home_url)s then %(home)s end,
    unknown_problem = case when unknown_url = %(unknown_url)s then %(unknown)s end
where domain_id = %(domain_id)s
"""


@nightly("own_domain_addresses")
def check_domain_addresses(settings: Settings, _now: datetime) -> int:
    """Fetch the addresses to which verified domains redirect, and return how many of them are broken."""
    return check_addresses(settings, look_at)


def check_addresses(settings: Settings, look: Callable[[str], Finding]) -> int:
    """Check the addresses with the given fetcher. An address that was changed in the meantime is skipped."""
    with psycopg.connect(settings.database_url) as connection:
        domains = connection.execute(_LEADING_ON).fetchall()
    urls = sorted({url for _, *both in domains for url in both if url is not None})
    with ThreadPoolExecutor(CONCURRENCY, thread_name_prefix="own-domains") as pool:
        findings = zip(urls, pool.map(look, urls), strict=True)
        problems = {url: one.reason for url, one in findings if one.state != "fine"}
    with psycopg.connect(settings.database_url) as connection:
        for domain_id, home_url, unknown_url in domains:
            values = {
                "domain_id": domain_id,
                "home_url": home_url,
                "unknown_url": unknown_url,
                "home": problems.get(home_url),
                "unknown": problems.get(unknown_url),
            }
            connection.execute(_FOUND, values)
    return len(problems)

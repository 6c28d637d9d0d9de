"""The DNS records of a mail domain, and the check of whether they exist."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from api.kit.public_suffixes import registrable_domain

RecordKind = Literal["dkim", "dmarc", "spf"]
Finding = Literal["found", "missing", "wrong", "unsure"]
"""`unsure`: the name servers did not respond, so nothing is known."""
Lookup = Callable[[str], Sequence[str] | None]
"""Returns the TXT records of a name, or None if the name servers do not respond."""

_BEGINS: Mapping[RecordKind, tuple[str, ...]] = {
    "dkim": ("v=dkim1", "k=rsa", "p="),
    "dmarc": ("v=dmarc1",),
    "spf": ("v=spf1",),
}


class DnsRecord(NamedTuple):
    """A TXT record that a domain needs."""

    kind: RecordKind
    name: str
    value: str


def records_of(domain: str, selector: str, public_key: str, spf: str | None) -> list[DnsRecord]:
    """Return the records that a domain needs. `spf` is the mechanism that names the installation's mail servers, if one
    is needed. Without it, bounces go to the installation's own domain, and DKIM alone proves that an email is from the
    domain.
    """
    records = [
        DnsRecord("dkim", f"{selector}._domainkey.{domain}", f"v=DKIM1; k=rsa; p={public_key}"),
        DnsRecord("dmarc", f"_dmarc.{registrable_domain(domain) or domain}", "v=DMARC1; p=none"),
    ]
    if spf:
        records.append(DnsRecord("spf", domain, f"v=spf1 {spf} ~all"))
    return records


def check(records: Sequence[DnsRecord], domain: str, lookup: Lookup) -> dict[RecordKind, Finding]:
    """Return the result for each record."""
    away = False

    def asked(name: str) -> Sequence[str] | None:
        nonlocal away
        # Name servers that have failed to respond once are not queried again.
        texts = None if away else lookup(name)
        away = texts is None
        return texts

    return {it.kind: _finding(it, domain, asked) for it in records}


def _finding(record: DnsRecord, domain: str, lookup: Lookup) -> Finding:
    # A policy of the host itself takes precedence over that of the registered domain (RFC 7489,
    # 6.6.3).
    names = [f"_dmarc.{domain}", record.name] if record.kind == "dmarc" else [record.name]
    is_sure = True
    for name in dict.fromkeys(names):
        texts = lookup(name)
        if texts is None:
            is_sure = False
            continue
        own = [it for it in texts if _is_of(record.kind, it)]
        if own:
            return "found" if any(_fits(record, it) for it in own) else "wrong"
    return "missing" if is_sure else "unsure"


def _is_of(kind: RecordKind, text: str) -> bool:
    start = text.strip().lower().replace(" ", "")
    return start.startswith(_BEGINS[kind])


def _fits(record: DnsRecord, text: str) -> bool:
    if record.kind == "spf":
        wanted = record.value.split()[1:-1]
        return set(wanted) <= set(text.lower().split())
    if record.kind == "dmarc":
        return tags_of(text).get("p", "").lower() in ("none", "quarantine", "reject")
    return tags_of(text).get("p") == tags_of(record.value)["p"]


def tags_of(text: str) -> Mapping[str, str]:
    """Return the tags of a DKIM or DMARC record, without the white space within values."""
    pairs = (it.partition("=") for it in text.split(";"))
    return {name.strip(): "".join(value.split()) for name, _, value in pairs if name.strip()}

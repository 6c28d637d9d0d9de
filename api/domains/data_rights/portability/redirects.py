"""A static map of redirects, in the forms that web servers and hosts read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

_SAFE = "!#%&'()*+,-./:=?@_~[]"
"""What stays of an address: nothing that ends a word or names a variable in any of these files."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The names that a code opens under, its id first, and where the map leads them."""

    names: tuple[str, ...]
    target: str


def plain(address: str) -> str:
    """An address without blanks, quotes, dollars, semicolons and braces, spelled in percents instead."""
    return quote(address, safe=_SAFE)


def nginx(leads: Iterable[Lead]) -> Iterator[str]:
    """A `map` for the http block, and what the server block says. Names match in any case."""
    yield "# In the http block:\n"
    yield "map_hash_max_size 262144;\nmap_hash_bucket_size 256;\n"
    yield 'map $uri $waypost_path {\n  default $uri;\n  "~^(?<waypost_bare>/.+?)/+$" $waypost_bare;\n}\n'
    yield 'map $waypost_path $waypost_target {\n  default "";\n'
    for name, target in _pairs(leads):
        yield f'  "/code/{name}" "{target}";\n  "/{name}" "{target}";\n'
    yield "}\n\n# In the server block:\n"
    yield '# if ($waypost_target != "") { return 302 $waypost_target; }\n'


def caddy(leads: Iterable[Lead]) -> Iterator[str]:
    """Directives for a site's block of a Caddyfile.

    Ids stand there as they are: each pattern costs every visit some microseconds, and there may be thousands.
    """
    yield "map {path} {waypost_path} {\n\t~^(/.+?)/+$ ${1}\n\tdefault {path}\n}\n"
    yield "map {waypost_path} {waypost_target} {\n"
    for lead in leads:
        code_id, *own = lead.names
        target = plain(lead.target)
        yield f"\t/code/{code_id} {target}\n\t/{code_id} {target}\n"
        for name in own:
            yield f"\t~(?i)^/(code/)?{name}$ {target}\n"
    yield '\tdefault ""\n}\n'
    yield '@waypost expression `{waypost_target} != ""`\nredir @waypost {waypost_target} 302\n'


def netlify(leads: Iterable[Lead]) -> Iterator[str]:
    """A `_redirects` file."""
    for name, target in _pairs(leads):
        yield f"/code/{name} {target} 302\n/{name} {target} 302\n"


def pages(leads: Iterable[Lead]) -> Iterator[tuple[str, str]]:
    """Small pages that lead on, by path, for hosts that can only serve files."""
    for name, target in _pairs(leads):
        shown = escape(target)
        html = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>…</title>'
            f'<meta http-equiv="refresh" content="0; url={shown}">'
            f'<meta name="robots" content="noindex"><p><a href="{shown}">{shown}</a></p></html>\n'
        )
        yield f"code/{name}/index.html", html
        yield f"{name}/index.html", html


def _pairs(leads: Iterable[Lead]) -> Iterator[tuple[str, str]]:
    for lead in leads:
        target = plain(lead.target)
        for name in lead.names:
            yield name, target

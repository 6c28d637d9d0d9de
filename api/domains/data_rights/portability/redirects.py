"""Redirect maps in the formats of nginx, Caddy and Netlify, and as HTML files."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

_SAFE = "!#%&'()*+,-./:=?@_~[]"
"""Characters that are not percent-encoded. None of them has a special meaning in any of these formats."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """The redirect of one code: its ID, its slugs and the target."""

    names: tuple[str, ...]
    target: str


def plain(address: str) -> str:
    """Return a URL with spaces, quotes, dollar signs, semicolons and braces percent-encoded."""
    return quote(address, safe=_SAFE)


def nginx(rows: Iterable[Redirect]) -> Iterator[str]:
    """Yield a `map` for the http block and the lines for the server block. Names match in any case."""
    yield "# In the http block:\n"
    yield "map_hash_max_size 262144;\nmap_hash_bucket_size 256;\n"
    yield 'map $uri $waypost_path {\n  default $uri;\n  "~^(?<waypost_bare>/.+?)/+$" $waypost_bare;\n}\n'
    yield 'map $waypost_path $waypost_target {\n  default "";\n'
    for name, target in _pairs(rows):
        yield f'  "/code/{name}" "{target}";\n  "/{name}" "{target}";\n'
    yield "}\n\n# In the server block:\n"
    yield '# if ($waypost_target != "") { return 302 $waypost_target; }\n'


def caddy(rows: Iterable[Redirect]) -> Iterator[str]:
    """Yield directives for a site block of a Caddyfile.

    IDs are matched literally, because each pattern costs every request some microseconds.
    """
    yield "map {path} {waypost_path} {\n\t~^(/.+?)/+$ ${1}\n\tdefault {path}\n}\n"
    yield "map {waypost_path} {waypost_target} {\n"
    for row in rows:
        code_id, *slugs = row.names
        target = plain(row.target)
        yield f"\t/code/{code_id} {target}\n\t/{code_id} {target}\n"
        for name in slugs:
            yield f"\t~(?i)^/(code/)?{name}$ {target}\n"
    yield '\tdefault ""\n}\n'
    yield '@waypost expression `{waypost_target} != ""`\nredir @waypost {waypost_target} 302\n'


def netlify(rows: Iterable[Redirect]) -> Iterator[str]:
    """Yield the lines of a `_redirects` file."""
    for name, target in _pairs(rows):
        yield f"/code/{name} {target} 302\n/{name} {target} 302\n"


def pages(rows: Iterable[Redirect]) -> Iterator[tuple[str, str]]:
    """Yield HTML files that redirect, by path, for hosts that only serve files."""
    for name, target in _pairs(rows):
        shown = escape(target)
        html = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>…</title>'
            f'<meta http-equiv="refresh" content="0; url={shown}">'
            f'<meta name="robots" content="noindex"><p><a href="{shown}">{shown}</a></p></html>\n'
        )
        yield f"code/{name}/index.html", html
        yield f"{name}/index.html", html


def _pairs(rows: Iterable[Redirect]) -> Iterator[tuple[str, str]]:
    for row in rows:
        target = plain(row.target)
        for name in row.names:
            yield name, target

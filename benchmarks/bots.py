"""How many bots the rules detect, and how many people they mistake for one.

The rules were built from crawler-user-agents, CrawlerDetect and ua-parser, and tuned on CrawlerDetect's own samples and
on one half of Matomo's devices. They are judged on texts that no rule was derived from: Matomo's bots (all), the other
half of Matomo's devices and apps, user-agents' sample of real visits, the held-out half of `in_app_browsers.txt`, and
requests that HTTP libraries of this machine really send with a browser's name. All other texts come from development
packages; nothing is downloaded.
"""

import hashlib
import http.client
import json
import re
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from pathlib import Path

import crawleruseragents
import yaml
from ua_parser import parse

from api.domains.visits.visits.agents import clean
from benchmarks.report import Aim, Figure, show
from ingest.verdicts.rules import Reasons, judge, judge_text
from ingest.verdicts.signals import signals_of

NODE_MODULES = Path(__file__).resolve().parents[1] / "node_modules"
DEVICES = (
    "smartphone",
    "phablet",
    "tablet",
    "desktop",
    "tv",
    "feature_phone",
    "wearable",
    "console",
)
LIBRARY_TEXTS = 40
IN_APP_BROWSERS = Path(__file__).with_name("in_app_browsers.txt")
WEB_VIEW = re.compile(
    r"^Mozilla/5\.0 .*(?:; wv\) AppleWebKit/.* Version/|AppleWebKit/.* Mobile/\w+)"
)
CORPORA = """\
bots    Matomo Device Detector, fixtures/bots (PyPI device-detector; data LGPL-3.0-or-later)
people  user-agents, 10,000 real visits weighted by how often they come (npm; BSD-2-Clause)
people  Matomo Device Detector, browsers on devices, the half that no rule was tuned on
people  Matomo Device Detector, apps in web views, the same half
people  in_app_browsers.txt, web views written after the patterns of apps, the held-out half
liars   urllib, http.client, requests, httpx2 and Node's fetch under names of user-agents
beside  crawler-user-agents alone (MIT), isbot alone (npm; Unlicense)"""


def main() -> list[Figure]:
    """Judge each corpus and name it."""
    print(CORPORA)
    bots = list(dict.fromkeys(_matomo("bots")))
    visits = _real_visits()
    devices = list(dict.fromkeys(_devices("browser")))
    apps = [text for text in dict.fromkeys(_devices("mobile app")) if WEB_VIEW.search(text)]
    web_views = [text for text in in_app_browsers() if is_held_out(text)]
    liars = list(_liars(sorted(visits)[:: max(1, len(visits) // LIBRARY_TEXTS)]))
    alone = _isbot([*bots, *visits, *devices, *apps, *web_views])
    return [
        Figure(
            f"bots caught, Matomo ({len(bots):,} texts)",
            _share(bots, _is_machine),
            "%",
            _share(bots, alone.__getitem__),
            f"% isbot, {_share(bots, _is_listed):.1f} % crawler-user-agents",
            Aim.at_least(99.0),
        ),
        Figure(
            f"people flagged, real visits ({len(visits):,} texts, weighted)",
            _weighted(visits, _is_machine),
            "%",
            _weighted(visits, alone.__getitem__),
            "% isbot",
            Aim.at_most(0.5),
        ),
        Figure(
            f"people flagged, Matomo's browsers ({len(devices):,} texts)",
            _share(devices, _is_machine),
            "%",
            _share(devices, alone.__getitem__),
            "% isbot",
            Aim.at_most(0.5),
        ),
        Figure(
            f"people flagged, Matomo's apps in web views ({len(apps):,} texts)",
            _share(apps, _is_machine),
            "%",
            _share(apps, alone.__getitem__),
            "% isbot",
            Aim.at_most(0.5),
        ),
        Figure(
            f"people flagged, in-app browsers ({len(web_views):,} texts)",
            _share(web_views, _is_machine),
            "%",
            _share(web_views, alone.__getitem__),
            "% isbot",
            Aim.at_most(0.5),
        ),
        Figure(
            f"liars caught by what they do not send ({len(liars):,} requests)",
            100 * sum(caught for caught in liars) / len(liars),
            "%",
            0.0,
            "% by the text alone",
            Aim.at_least(99.0),
        ),
    ]


def _reasons(text: str) -> Reasons:
    cleaned = clean(text)
    return judge_text(cleaned, parse(cleaned))


def _is_machine(text: str) -> bool:
    return _reasons(text) != (None, None)


def _is_listed(text: str) -> bool:
    return bool(crawleruseragents.is_crawler(text))


def _share(texts: Iterable[str], is_machine: Callable[[str], bool]) -> float:
    found = [is_machine(text) for text in texts]
    return 100 * sum(found) / len(found)


def _weighted(visits: dict[str, float], is_machine: Callable[[str], bool]) -> float:
    flagged = sum(weight for text, weight in visits.items() if is_machine(text))
    return 100 * flagged / sum(visits.values())


def _matomo(name: str) -> Iterator[str]:
    for sample in _samples(name):
        yield str(sample["user_agent"])


def _samples(name: str) -> Iterator[dict[str, object]]:
    folder = files("device_detector") / "tests" / "fixtures" / "upstream"
    for path in folder.iterdir():
        stem, _, number = path.name.removesuffix(".yml").partition("-")
        if stem == name and (not number or number.isdigit()):
            yield from yaml.load(path.read_text(), Loader=yaml.CSafeLoader)


def in_app_browsers() -> list[str]:
    """Return the texts of `in_app_browsers.txt`, both halves."""
    lines = IN_APP_BROWSERS.read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_held_out(text: str) -> bool:
    """Return whether the text belongs to the half that no rule was tuned on: those with an odd hash."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 1


def _devices(client_type: str) -> Iterator[str]:
    """Yield the texts of the held-out half of Matomo's devices."""
    for name in DEVICES:
        for sample in _samples(name):
            text, client = str(sample["user_agent"]), sample.get("client") or {}
            if client.get("type") == client_type and is_held_out(text):  # type: ignore[attr-defined]
                yield text


def _real_visits() -> dict[str, float]:
    rows = json.loads((NODE_MODULES / "user-agents" / "dist" / "user-agents.json").read_text())
    visits: dict[str, float] = {}
    for row in rows:
        visits[row["userAgent"]] = visits.get(row["userAgent"], 0.0) + row["weight"]
    return visits


def _isbot(texts: list[str]) -> dict[str, bool]:
    """Return the verdict of isbot, the most used library of its kind, on each text."""
    script = (
        "import {isbot} from 'isbot'; import {readFileSync} from 'node:fs';"
        "const texts = JSON.parse(readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(texts.map((text) => isbot(text))))"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=NODE_MODULES.parent,
    )
    return dict(zip(texts, json.loads(done.stdout), strict=True))


class _Echo(BaseHTTPRequestHandler):
    """Records the headers of each request."""

    seen: list[dict[str, str]] = []  # noqa: RUF012 - one server a run

    def do_GET(self) -> None:
        self.seen.append({name.lower(): value for name, value in self.headers.items()})
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


def _liars(texts: list[str]) -> Iterator[bool]:
    """Yield whether each request of a library is detected although it carries a browser's name."""
    server = HTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for text in texts:
            for send in (_urllib, _http_client, _requests, _httpx):
                send(server.server_port, text)
        _node(server.server_port, texts)
    finally:
        server.shutdown()
        server.server_close()
    for headers in _Echo.seen:
        text = headers["user-agent"]
        yield judge(_reasons(text), "GET", signals_of(headers)).bot is not None


def _urllib(port: int, text: str) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"User-Agent": text})
    urllib.request.urlopen(request, timeout=5).close()


def _http_client(port: int, text: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", "/", headers={"User-Agent": text})
    connection.getresponse().read()
    connection.close()


def _requests(port: int, text: str) -> None:
    import requests

    requests.get(f"http://127.0.0.1:{port}/", headers={"User-Agent": text}, timeout=5)


def _httpx(port: int, text: str) -> None:
    import httpx2

    httpx2.get(f"http://127.0.0.1:{port}/", headers={"User-Agent": text}, timeout=5)


def _node(port: int, texts: list[str]) -> None:
    script = (
        "const texts = JSON.parse(process.argv[1]);"
        f"for (const text of texts) await fetch('http://127.0.0.1:{port}/',"
        " {headers: {'User-Agent': text}})"
    )
    subprocess.run(["node", "--input-type=module", "-e", script, json.dumps(texts)], check=True)


if __name__ == "__main__":
    show(main())

"""Lighthouse's results for the pages that visitors see: mobile preset, this machine's Chromium.

Lighthouse is pinned in `lighthouse_install/` and installed there by the first run, so that it is not part of Waypost's
setup; `python -m benchmarks` without names skips it.
"""

import json
import os
import shutil
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import psycopg

from api.apps.demo import make_demo_state
from api.apps.demo_content import CODE_IDS, ORG
from api.kit.clock import utc_now
from benchmarks.one_time_codes import _organization
from benchmarks.pages import CODE as FORM_CODE
from benchmarks.pages import _publish as publish_form
from benchmarks.report import OUT, Aim, Figure, show
from benchmarks.servers import database, server
from runtime.demo import harbor_content
from runtime.settings import ROOT, Settings
from tests.support.pictures import photograph

INSTALL = Path(__file__).resolve().parent / "lighthouse_install"
REPORTS = OUT / "lighthouse"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
TRIES = 3
LANDING = "table-menu-midtown"
PHOTOGRAPHS = 5


@dataclass(frozen=True)
class Verdict:
    """One run on one page."""

    performance: float
    accessibility: float
    layout_shift: float
    script_bytes: int
    all_bytes: int
    """The transferred bytes of everything that was loaded."""
    foreign: tuple[str, ...]
    """Requested addresses on other hosts."""


def main() -> list[Figure]:
    """Run each page several times; the median run counts."""
    install()
    REPORTS.mkdir(parents=True, exist_ok=True)
    with database() as settings:
        make_demo_state(settings, utc_now())
        publish_form(settings)
        pages = _pages(settings)
        file = Path(settings.var_dir).parent / "page.html"
        with server("benchmarks.redirect_targets:waypost", settings, BENCH_PAGE=str(file)) as port:
            pages["photographs"] = _publish_photographs(settings, port)
            return [
                figure
                for name, path in _wanted(pages).items()
                for figure in _figures(name, _runs(name, f"http://localhost:{port}{path}"))
            ]


def install() -> None:
    """Install Lighthouse, unless it is installed."""
    if not (INSTALL / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-progress", "--loglevel=error"], cwd=INSTALL, check=True)


def _wanted(pages: dict[str, str]) -> dict[str, str]:
    """Return the pages, or those that LIGHTHOUSE_PAGES names."""
    named = os.environ.get("LIGHTHOUSE_PAGES")
    return {name: pages[name] for name in named.split(",")} if named else pages


def _pages(settings: Settings) -> dict[str, str]:
    with psycopg.connect(settings.database_url) as connection:

        def first(question: str) -> str:
            row = connection.execute(f"{question} limit 1", [ORG]).fetchone()
            if row is None:
                raise SystemExit(f"the demonstration has nothing for: {question}")
            return str(row[0])

        note = first("select note_id from notes where org_id = %s")
        wall = first("select wall_id from walls where org_id = %s")
        card = first("select card_id from loyalty_cards where org_id = %s")
        wallet_pass = first("select pass_id from passes where org_id = %s")
        referral = first("select code from referral_codes where org_id = %s")
        games = connection.execute(
            "select kind, code_id from games where org_id = %s and state = 'published'", [ORG]
        ).fetchall()
    return {
        "form": f"/code/{FORM_CODE}",
        "landing": f"/code/{CODE_IDS[LANDING]}",
        "poll": f"/code/{CODE_IDS[harbor_content.PUBLISHED_CODE]}",
        "links": "/p/harbor-links",
        "gate": f"/code/{CODE_IDS[harbor_content.LOCKED_CODE]}",
        "wall": f"/wall/{wall}/",
        "note": f"/code/note/{note}",
        "card": f"/card/{card}",
        "pass": f"/card/{wallet_pass}",
        "referral": f"/refer/{referral}",
        **{f"{kind} game": f"/game/{code_id}" for kind, code_id in games},
        "start": "/",
        "login": "/auth/login",
        "no such screen": "/nothing/here",
        "no such code": "/code/2345678ABC",
    }


def _publish_photographs(settings: Settings, port: int) -> str:
    """Publish a page with uploaded photographs of 2,560 by 1,440 pixels and return its path."""
    _, key = _organization(settings)
    content = [{"type": "Heading", "props": {"id": "head", "text": "Our summer", "level": 1}}]
    with httpx2.Client(
        base_url=f"http://localhost:{port}",
        headers={"Authorization": f"Bearer {key}"},
        timeout=120,
    ) as client:
        for seed in range(PHOTOGRAPHS):
            file = {"file": ("photo.jpg", photograph(2560, 1440, seed), "image/jpeg")}
            url = _answer(client.post("/v1/upload-image", files=file))["url"]
            props = {"id": f"p{seed}", "url": url, "alt": f"Photograph {seed + 1}"}
            content.append({"type": "Picture", "props": props})
        code = {"name": "Summer", "type": "page"}
        code_id = _answer(client.post("/v1/qr/create-code", json=code))["code_id"]
        page = {"code_id": code_id, "blocks": {"root": {}, "content": content}}
        page_id = _answer(client.post("/v1/gen-page", json=page))["page_id"]
        published = {"page_id": page_id, "action": "publish"}
        _answer(client.post("/v1/update-page", json=published))
    return f"/code/{code_id}"


def _answer(response: httpx2.Response) -> dict[str, Any]:
    response.raise_for_status()
    found: dict[str, Any] = response.json()
    return found


def _runs(name: str, url: str) -> list[Verdict]:
    report = REPORTS / f"{name.replace(' ', '-')}.json"
    runs = [_read(_lighthouse(url, report), url) for _ in range(ROUNDS)]
    result = ", ".join(f"{run.performance:.0f}/{run.accessibility:.0f}" for run in runs)
    print(f"{name}: {result}", flush=True)
    return runs


def _lighthouse(url: str, report: Path) -> dict[str, Any]:
    """Run Lighthouse once; a trace that was lost on a busy machine is recorded again."""
    problem = ""
    for _ in range(TRIES):
        finished = _command(url, report)
        if finished.returncode == 0:
            found: dict[str, Any] = json.loads(report.read_text())
            return found
        problem = finished.stderr[-1000:]
    raise SystemExit(f"Lighthouse on {url}: {problem}")


def _command(url: str, report: Path) -> subprocess.CompletedProcess[str]:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is not installed")
    node = ROOT / ".setup" / "bin" / "node"
    return subprocess.run(
        [
            *(str(node) if node.exists() else "node", "node_modules/lighthouse/cli/index.js", url),
            *("--output=json", f"--output-path={report}", "--quiet"),
            "--only-categories=performance,accessibility",
            *("--no-enable-error-reporting", "--ignore-status-code"),
            "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
        ],
        cwd=INSTALL,
        env={**os.environ, "CHROME_PATH": chromium},
        capture_output=True,
        text=True,
        check=False,
    )


def _read(report: dict[str, Any], url: str) -> Verdict:
    categories, audits = report["categories"], report["audits"]
    home = "/".join(url.split("/", 3)[:3])
    requests = audits["network-requests"]["details"]["items"]
    scripts = [item for item in requests if item.get("resourceType") == "Script"]
    return Verdict(
        100 * categories["performance"]["score"],
        100 * categories["accessibility"]["score"],
        audits["cumulative-layout-shift"]["numericValue"],
        sum(item["transferSize"] for item in scripts),
        sum(item["transferSize"] for item in requests),
        tuple(
            item["url"] for item in requests if not item["url"].startswith((home, "data:", "blob:"))
        ),
    )


def _figures(name: str, runs: list[Verdict]) -> list[Figure]:
    def middle(values: list[float]) -> float:
        return statistics.median(values)

    figures = [
        Figure(
            f"Lighthouse, {name}: performance",
            middle([run.performance for run in runs]),
            "of 100",
            aim=Aim.at_least(95),
        ),
        Figure(
            f"Lighthouse, {name}: accessibility",
            min(run.accessibility for run in runs),
            "of 100",
            aim=Aim.at_least(100),
        ),
        Figure(
            f"Lighthouse, {name}: layout shift",
            max(run.layout_shift for run in runs),
            "",
            aim=Aim.at_most(0),
        ),
        Figure(
            f"Lighthouse, {name}: requests to other hosts",
            max(len(run.foreign) for run in runs),
            "",
            aim=Aim.at_most(0),
        ),
    ]
    weight = max(run.all_bytes for run in runs) / 1000
    most = Aim.at_most(250) if name == "photographs" else None
    figures.append(Figure(f"Lighthouse, {name}: transferred", weight, "kB", aim=most))
    if name == "form":
        weight = max(run.script_bytes for run in runs) / 1000
        figures.append(Figure("page with a form, script", weight, "kB", aim=Aim.at_most(60)))
    return figures


if __name__ == "__main__":
    show(main())

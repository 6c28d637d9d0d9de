"""Structured logs: one JSON object per line in production, readable lines in development.

IDs of the current request or event are bound with `structlog.contextvars.bound_contextvars` and appear on every line.
Secrets, phone numbers and email addresses are removed.
"""

import logging
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from runtime.settings import Settings

HIDDEN = "[hidden]"

_SECRET_NAMES = re.compile(
    r"(?:^|_)(?:password|passwd|secret|token|authorization|cookie|api_?key|phone|email)(?:$|_)",
    re.IGNORECASE,
)
_SECRET_TEXTS = (
    (re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), HIDDEN),
    (re.compile(r"(?<![\w.:+-])\+\d[\d ().-]{7,17}\d\b"), HIDDEN),
    (re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*"), HIDDEN),
    (re.compile(r"\bwp_[\w-]{8,}"), HIDDEN),
    (re.compile(r"(\w+://[^\s:/@]+:)[^\s@/]+@"), rf"\1{HIDDEN}@"),
)
_MAYBE_SECRET = re.compile(r"[@+]|eyJ|wp_")
"""Matches every text that can contain one of these secrets. Most texts do not match, and need only this search."""
# Libraries that log every request, which our own lines already cover.
_QUIET = ("httpx", "httpx2", "httpcore", "kafka", "botocore", "urllib3", "uvicorn.access")


def hide(text: str) -> str:
    """Return the text without addresses, phone numbers, tokens and passwords in URLs."""
    if _MAYBE_SECRET.search(text) is None:
        return text
    # The rule for URLs must be applied first, because the pattern for addresses would consume
    # `password@host`.
    for pattern, replacement in reversed(_SECRET_TEXTS):
        text = pattern.sub(replacement, text)
    return text


@lru_cache(maxsize=1024)
def _is_secret(name: str) -> bool:
    return _SECRET_NAMES.search(name) is not None


def _hidden(name: str, value: object) -> object:
    if value is not None and _is_secret(name):
        return HIDDEN
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, Mapping):
        return {key: _hidden(str(key), item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_hidden("", item) for item in value]
    return value


def hide_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Remove personal data and secrets from a log line. This is a structlog processor."""
    return {name: _hidden(name, value) for name, value in line.items()}


def configure(settings: Settings, process: str, stream: TextIO | None = None) -> None:
    """Write the lines of structlog and the standard library to `stream` (standard error) in one format."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _with_process(process),
        hide_secrets,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Processor
    if settings.environment == "production":
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True


def _with_process(process: str) -> Processor:
    def add(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
        line["process"] = process
        return line

    return add

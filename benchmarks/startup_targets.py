"""The apps whose start is measured; each asserts which vendor SDKs its process has loaded."""

import importlib
import sys

from api.kit.web_app import WebApp
from benchmarks.redirect_targets import waypost

SDKS = ("stripe", "twilio.rest", "http_ece")
"""Every vendor package that the product uses."""


def without_vendors() -> WebApp:
    """Return the product as it is, with none of the SDKs loaded."""
    app = waypost()
    assert not {*SDKS} & set(sys.modules)
    return app


def with_sdks() -> WebApp:
    """Return the product in a process that has imported all of the SDKs."""
    for name in SDKS:
        importlib.import_module(name)
    return waypost()

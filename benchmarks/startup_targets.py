"""The apps whose start is measured: each asserts which SDKs of vendors its process has loaded."""

import importlib
import sys

from api.kit.web_app import WebApp
from benchmarks.redirect_targets import waypost

SDKS = ("stripe", "twilio.rest", "http_ece")
"""Every package of a vendor that the product uses."""


def without_vendors() -> WebApp:
    """The product as it is; none of the SDKs is loaded."""
    app = waypost()
    assert not {*SDKS} & set(sys.modules)
    return app


def with_sdks() -> WebApp:
    """The product in a process that has imported all of them."""
    for name in SDKS:
        importlib.import_module(name)
    return waypost()

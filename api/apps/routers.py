"""The list of routers. A domain joins the product here and nowhere else.

A router spells its paths in full (`/v1/…`) and brings what must run beside it as its own lifespan.
"""

from importlib import import_module
from importlib.util import find_spec

from fastapi import APIRouter

MODULES = (
    "api.domains.organizations.router",
    "api.domains.members.router",
    "api.domains.codes.router",
    "api.domains.media.router",
    "api.domains.visits.router",
    "api.domains.analytics.router",
    "api.legacy.router",
    "api.legacy.analytics",
)


def routers() -> list[APIRouter]:
    """Every router, in the order in which paths are tried."""
    found = []
    for name in MODULES:
        if find_spec(name.rpartition(".")[0]) and find_spec(name):
            try:
                router: APIRouter = import_module(name).router
            except ImportError:
                continue
            found.append(router)
    return found

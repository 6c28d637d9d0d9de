"""The app of one web process, as uvicorn loads it."""

import gc

from api.apps.web import create_app
from api.integrations.vendors import require_vendor_settings
from api.kit.web_app import WebApp
from runtime.logs import configure
from runtime.settings import get_settings


def app() -> WebApp:
    """Build the app from this machine's settings."""
    settings = get_settings()
    configure(settings, "api")
    require_vendor_settings(settings)
    web = create_app(settings, is_warm=True)
    # Imported objects are never collected, so a collection only examines those of requests
    gc.freeze()
    return web

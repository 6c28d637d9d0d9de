"""The process of the development login."""

import uvicorn

from runtime import logs
from runtime.identity.app import create_app
from runtime.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until stopped."""
    logs.configure(settings, "identity")
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.identity_port,
        log_config=None,
        access_log=False,
        server_header=False,
    )

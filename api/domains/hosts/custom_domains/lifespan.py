"""Attaches custom domains to a web process. They are handled before everything else."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.db.visitor_pool import VisitorDatabase
from api.domains.hosts.custom_domains.middleware import CustomDomainMiddleware, product_hosts
from api.domains.hosts.custom_domains.resolution import ResolvedDomains
from api.domains.hosts.custom_domains.state import CustomDomainsState
from api.domains.hosts.not_found_log.recorder import NotFoundRecorder
from api.domains.visits.visits.state import VisitsState
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp


@asynccontextmanager
async def resolved_domains(app: WebApp) -> AsyncIterator[None]:
    """Keep custom domains up to date, and wrap the scan middleware, which is already in place."""
    process, database = ProcessState.of(app), VisitorDatabase.of(app)
    settings, visits = process.settings, VisitsState.of(app)
    hosts = ResolvedDomains(database, time.monotonic)
    CustomDomainsState(hosts).attach(app)
    product = product_hosts(
        settings.base_url, (settings.host, settings.tour_host, settings.music_host)
    )
    middleware = CustomDomainMiddleware(
        app.entrance or app.inside,
        hosts,
        visits.pages,
        product,
        scans=visits.scans,
        misses=NotFoundRecorder(
            database.pool, visits.scans, process.rate_limits, process.disk_space
        ),
        is_public=bool(settings.public_url),
        is_https=settings.base_url.startswith("https://"),
    )
    app.entrance = middleware
    yield

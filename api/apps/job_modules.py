"""Modules that declare jobs. A domain's jobs join the worker here and nowhere else."""

MODULES: tuple[str, ...] = (
    "api.domains.batches.jobs",
    "api.domains.batches.upkeep",
    "api.domains.pages.jobs",
    "api.domains.uploads.upkeep",
    "api.domains.visits.upkeep",
    "api.domains.walls.jobs",
    "api.domains.ai_studio.jobs",
    "api.domains.slips.jobs",
    "api.domains.exports.jobs",
    "api.domains.portable.jobs",
    "api.domains.scheduled_reports.jobs",
    "api.domains.erasures.jobs",
    "api.domains.missed_addresses.upkeep",
    "api.domains.own_domains.upkeep",
    "api.domains.members.jobs",
    "api.domains.operator_alerts.jobs",
    "api.domains.owner_alerts.jobs",
    "api.domains.erasures.upkeep",
)
"""Imported by whoever does jobs, never by the web process."""


def load() -> None:
    """Import them all."""
    from importlib import import_module

    for module in MODULES:
        import_module(module)

"""The list of modules that declare jobs and periodic tasks of the worker."""

MODULES: tuple[str, ...] = (
    "api.domains.codes.batches.jobs",
    "api.domains.codes.batches.upkeep",
    "api.domains.content.form_inbox.jobs",
    "api.domains.content.pages.jobs",
    "api.domains.content.media_library.upkeep",
    "api.domains.visits.visits.upkeep",
    "api.domains.content.walls.jobs",
    "api.domains.content.ai_studio.jobs",
    "api.domains.content.slips.jobs",
    "api.domains.promotions.earning.jobs",
    "api.domains.promotions.games.jobs",
    "api.domains.promotions.referrals.jobs",
    "api.domains.commerce.connections.jobs",
    "api.domains.commerce.connections.upkeep",
    "api.domains.messaging.automations.jobs",
    "api.domains.messaging.campaigns.jobs",
    "api.domains.wallet.pass_updates.jobs",
    "api.domains.wallet.google_passes.jobs",
    "api.domains.wallet.pass_templates.jobs",
    "api.domains.wallet.passes.jobs",
    "api.domains.wallet.pass_updates.upkeep",
    "api.domains.data_rights.exports.jobs",
    "api.domains.data_rights.portability.jobs",
    "api.domains.insights.scheduled_reports.jobs",
    "api.domains.data_rights.erasures.jobs",
    "api.domains.people.customers.upkeep",
    "api.domains.people.customer_imports.jobs",
    "api.domains.people.customer_imports.upkeep",
    "api.domains.people.last_places.upkeep",
    "api.domains.wallet.pass_imports.jobs",
    "api.domains.insights.not_found_log.upkeep",
    "api.domains.hosts.custom_domains.upkeep",
    "api.domains.org.members.jobs",
    "api.domains.people.segments.jobs",
    "api.domains.messaging.links.upkeep",
    "api.domains.messaging.messages.jobs",
    "api.domains.messaging.operator_alerts.jobs",
    "api.domains.messaging.owner_alerts.jobs",
    "api.domains.messaging.web_push.jobs",
    "api.domains.commerce.payments.jobs",
    "api.domains.commerce.payments.upkeep",
    "api.domains.insights.plan_usage.jobs",
    "api.domains.data_rights.erasures.upkeep",
)
"""Imported by workers, never by the web process."""


def load() -> None:
    """Import all modules."""
    from importlib import import_module

    for module in MODULES:
        import_module(module)

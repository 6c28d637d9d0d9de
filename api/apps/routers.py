"""The list of the routers of all domains. A router has full paths (`/v1/…`)."""

from fastapi import APIRouter

from api.domains.codes.batches.router import router as batches
from api.domains.codes.batches.schemas import MAX_ROWS_BODY
from api.domains.codes.codes.router import router as codes
from api.domains.codes.folders.router import router as folders
from api.domains.codes.health.router import router as code_health
from api.domains.codes.qr_images.router import router as media
from api.domains.codes.utm_templates.router import router as utm_templates
from api.domains.commerce.connections.hooks_router import router as rest_hooks
from api.domains.commerce.connections.incoming_router import router as incoming
from api.domains.commerce.connections.incoming_router import webhooks as vendor_webhooks
from api.domains.commerce.connections.klaviyo_router import router as klaviyo
from api.domains.commerce.connections.router import router as connections
from api.domains.commerce.connections.shopify_router import router as shopify
from api.domains.commerce.connections.square_router import router as square
from api.domains.commerce.connections.vendor_router import router as vendors
from api.domains.commerce.payments.router import router as payments
from api.domains.commerce.payments.router import webhooks as payment_webhooks
from api.domains.content.ai_studio.router import router as ai_studio
from api.domains.content.copies.router import router as copies
from api.domains.content.form_inbox.router import router as form_inbox
from api.domains.content.forms.router import router as submissions
from api.domains.content.forms.verification_router import router as verification
from api.domains.content.media_library.pictures import MAX_BYTES as MAX_PICTURE
from api.domains.content.media_library.router import router as uploads
from api.domains.content.notes.router import router as notes
from api.domains.content.page_templates.router import router as templates
from api.domains.content.pages.form_router import router as plain_forms
from api.domains.content.pages.router import router as pages
from api.domains.content.pages.visitor_router import router as visited_pages
from api.domains.content.polls.router import router as votes
from api.domains.content.slips.router import router as slips
from api.domains.content.terms.public import router as visitors_terms
from api.domains.content.terms.router import router as terms
from api.domains.content.theme_ideas.router import router as theme_ideas
from api.domains.content.walls.router import router as walls
from api.domains.data_rights.consent_proofs.router import router as consent_proofs
from api.domains.data_rights.erasures.router import router as erasures
from api.domains.data_rights.exports.router import router as exports
from api.domains.data_rights.person_exports.router import router as person_exports
from api.domains.data_rights.portability.router import router as portable
from api.domains.hosts.custom_domains.router import router as custom_domains
from api.domains.insights.analytics.router import router as analytics
from api.domains.insights.annotations.router import router as annotations
from api.domains.insights.code_activity.router import router as code_activity
from api.domains.insights.customer_activity.router import router as customer_activity
from api.domains.insights.dashboard_cards.router import router as board
from api.domains.insights.dictionary.router import router as dictionary
from api.domains.insights.not_found_log.router import router as missed_addresses
from api.domains.insights.plan_usage.router import router as plan_usage
from api.domains.insights.reports.router import router as reports
from api.domains.insights.saved_views.router import router as saved_views
from api.domains.insights.scheduled_reports.router import router as scheduled_reports
from api.domains.insights.share_links.router import router as share_links
from api.domains.insights.sql.router import router as sql
from api.domains.messaging.automations.router import router as automations
from api.domains.messaging.campaigns.router import router as campaigns
from api.domains.messaging.inbox.router import router as conversations
from api.domains.messaging.links.router import router as message_links
from api.domains.messaging.mail_domains.router import router as mail_domains
from api.domains.messaging.messages.public import router as message_receipts
from api.domains.messaging.messages.router import router as messages
from api.domains.messaging.senders.router import router as numbers
from api.domains.messaging.web_push.public import router as web_push_of_visitors
from api.domains.messaging.web_push.router import router as web_push
from api.domains.org.jobs.router import router as jobs
from api.domains.org.members.invitation_router import router as invitations
from api.domains.org.members.router import router as members
from api.domains.org.organizations.router import router as organizations
from api.domains.org.organizations.theme_router import router as themes
from api.domains.people.consents.public import router as preference_pages
from api.domains.people.consents.router import router as consents
from api.domains.people.customer_imports.router import router as customer_imports
from api.domains.people.customer_imports.types import MAX_BYTES as MAX_IMPORT
from api.domains.people.customers.router import router as customers
from api.domains.people.segments.router import router as segments
from api.domains.promotions.earning.router import router as earning
from api.domains.promotions.experiences.router import router as experiences
from api.domains.promotions.games.router import router as games
from api.domains.promotions.leaderboards.router import router as seasons
from api.domains.promotions.orders.router import router as orders
from api.domains.promotions.promo_locks.master_router import router as master_keys
from api.domains.promotions.promo_locks.router import router as promos
from api.domains.promotions.promo_locks.visitor_router import router as promo_gates
from api.domains.promotions.referrals.router import router as referrals
from api.domains.promotions.rewards.router import router as rewards
from api.domains.promotions.tills.router import router as tills
from api.domains.visits.visits.router import router as visits
from api.domains.wallet.google_passes.router import router as google_passes
from api.domains.wallet.pass_imports.router import router as pass_imports
from api.domains.wallet.pass_templates.router import router as pass_templates
from api.domains.wallet.pass_updates.router import router as pass_updates
from api.domains.wallet.passes.router import router as passes
from api.legacy.analytics import router as legacy_analytics
from api.legacy.codes import router as legacy_codes
from api.legacy.organizations import router as legacy_organizations
from api.objects.router import router as objects
from api.objects.types import MAX_UPLOAD

ROUTERS: tuple[APIRouter, ...] = (
    visits,
    message_links,
    organizations,
    themes,
    theme_ideas,
    members,
    invitations,
    codes,
    copies,
    code_health,
    erasures,
    portable,
    batches,
    folders,
    media,
    uploads,
    ai_studio,
    notes,
    slips,
    terms,
    visitors_terms,
    promos,
    master_keys,
    promo_gates,
    referrals,
    rewards,
    games,
    earning,
    orders,
    tills,
    google_passes,
    passes,
    pass_templates,
    pass_imports,
    pass_updates,
    web_push_of_visitors,
    web_push,
    pages,
    templates,
    submissions,
    form_inbox,
    visited_pages,
    plain_forms,
    utm_templates,
    verification,
    custom_domains,
    missed_addresses,
    votes,
    walls,
    analytics,
    annotations,
    saved_views,
    share_links,
    scheduled_reports,
    reports,
    seasons,
    board,
    code_activity,
    consents,
    messages,
    message_receipts,
    mail_domains,
    numbers,
    conversations,
    connections,
    incoming,
    shopify,
    klaviyo,
    rest_hooks,
    vendors,
    square,
    preference_pages,
    consent_proofs,
    person_exports,
    customers,
    customer_imports,
    segments,
    customer_activity,
    campaigns,
    automations,
    exports,
    dictionary,
    sql,
    payments,
    plan_usage,
    payment_webhooks,
    vendor_webhooks,
    jobs,
    legacy_organizations,
    legacy_analytics,
    legacy_codes,
    experiences,
    objects,
)
"""Every router, in the order in which their paths are matched."""

LARGER_BODIES = {
    "/objects/": MAX_UPLOAD,
    "/v1/upload-image": MAX_PICTURE + 10_000,
    "/v1/clone-multiple": MAX_ROWS_BODY,
    "/v1/import-codes": MAX_ROWS_BODY,
    "/v1/upload-customer-import": MAX_IMPORT + 10_000,
    "/v1/upload-pass-import": MAX_IMPORT + 10_000,
    "/webhooks/": 1_000_000,
    "/wall/": MAX_PICTURE + 10_000,
}
"""Size limits in bytes for paths that accept larger request bodies. A path that ends with a slash is a prefix."""

"""The list of routers. A domain joins the product here and nowhere else.

A router spells its paths in full (`/v1/…`) and brings what must run beside it as its own lifespan.
"""

from fastapi import APIRouter

from api.domains.ai_studio.router import router as ai_studio
from api.domains.analytics.router import router as analytics
from api.domains.annotations.router import router as annotations
from api.domains.batches.router import router as batches
from api.domains.batches.schemas import MAX_ROWS_BODY
from api.domains.board.router import router as board
from api.domains.code_health.router import router as code_health
from api.domains.codes.router import router as codes
from api.domains.copies.router import router as copies
from api.domains.dictionary.router import router as dictionary
from api.domains.erasures.router import router as erasures
from api.domains.exports.router import router as exports
from api.domains.folders.router import router as folders
from api.domains.jobs.router import router as jobs
from api.domains.media.router import router as media
from api.domains.members.router import router as members
from api.domains.missed_addresses.router import router as missed_addresses
from api.domains.notes.router import router as notes
from api.domains.organizations.router import router as organizations
from api.domains.own_domains.router import router as own_domains
from api.domains.pages.router import router as pages
from api.domains.portable.router import router as portable
from api.domains.promos.master_router import router as master_keys
from api.domains.promos.router import router as promos
from api.domains.promos.visitor_router import router as promo_gates
from api.domains.reports.router import router as reports
from api.domains.saved_views.router import router as saved_views
from api.domains.scheduled_reports.router import router as scheduled_reports
from api.domains.seasons.router import router as seasons
from api.domains.share_links.router import router as share_links
from api.domains.slips.router import router as slips
from api.domains.sql.router import router as sql
from api.domains.submissions.plain_router import router as plain_forms
from api.domains.submissions.router import router as submissions
from api.domains.submissions.visitor_router import router as visited_pages
from api.domains.templates.router import router as templates
from api.domains.terms.public import router as visitors_terms
from api.domains.terms.router import router as terms
from api.domains.uploads.pictures import MAX_BYTES as MAX_PICTURE
from api.domains.uploads.router import router as uploads
from api.domains.utm_templates.router import router as utm_templates
from api.domains.verification.router import router as verification
from api.domains.visits.router import router as visits
from api.domains.votes.router import router as votes
from api.domains.walls.router import router as walls
from api.legacy.analytics import router as legacy_analytics
from api.legacy.codes import router as legacy_codes
from api.legacy.organizations import router as legacy_organizations
from api.objects.router import router as objects
from api.objects.types import MAX_UPLOAD

ROUTERS: tuple[APIRouter, ...] = (
    organizations,
    members,
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
    pages,
    templates,
    submissions,
    visited_pages,
    plain_forms,
    utm_templates,
    verification,
    visits,
    own_domains,
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
    exports,
    dictionary,
    sql,
    jobs,
    legacy_organizations,
    legacy_analytics,
    legacy_codes,
    objects,
)
"""Every router, in the order in which paths are tried."""

LARGER_BODIES = {
    "/objects/": MAX_UPLOAD,
    "/v1/upload-image": MAX_PICTURE + 10_000,
    "/v1/clone-multiple": MAX_ROWS_BODY,
    "/v1/import-codes": MAX_ROWS_BODY,
    "/wall/": MAX_PICTURE + 10_000,
}
"""Bytes that a body may have where that is more than usual; a slash at the end: all paths below."""

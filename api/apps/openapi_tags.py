"""The groups of calls in the API reference: areas, their groups, and a description of each."""

from typing import Any

AREAS: dict[str, dict[str, tuple[str, str]]] = {
    "Codes": {
        "codes": ("Codes", "QR codes: what they open, how they look, rules, batches and tags."),
        "folders": ("Folders", "Folders that group codes."),
        "media": ("QR pictures", "Pictures of codes as PNG, SVG, PDF or EPS."),
        "ai studio": ("Code art", "Pictures with a working QR code in them."),
        "slips": ("Slips", "Printable sheets with codes."),
        "utm_templates": ("UTM templates", "Parameters that codes add to their destination."),
        "visits": ("Scans and page events", "What visitors do, recorded by your own pages."),
    },
    "Pages and forms": {
        "pages": ("Pages", "Landing pages: drafts, versions, publication."),
        "templates": ("Page templates", "Templates to start a page from."),
        "submissions": ("Form answers", "What visitors submitted."),
        "verification": ("Phone verification", "One-time passcodes, and sandbox messages."),
        "votes": ("Polls", "Polls on pages and their results."),
        "walls": ("Walls", "Pictures that visitors post."),
        "notes": ("Notes", "Notes about codes."),
        "terms": ("Terms", "Terms, their versions, and who accepted them."),
        "uploads": ("Media library", "Pictures and files of the organisation."),
        "experiences": ("Experiences", "Pages, games and promos under one code."),
    },
    "People": {
        "customers": ("Customers", "Profiles, their fields, imports, duplicates and history."),
        "segments": ("Segments", "Groups of customers, defined by rules or lists."),
        "consents": ("Consents", "Who agreed to be contacted, and lists of who must not be."),
        "erasures": ("Erasure", "Removal of a person's data."),
    },
    "Messages": {
        "campaigns": ("Campaigns", "Messages to many people, their schedule and results."),
        "automations": ("Automations", "Messages triggered by what people do."),
        "messages": ("Messages", "Single messages, conversations, numbers and senders."),
        "web push": ("Notifications", "Messages to subscribed browsers."),
    },
    "Promotions": {
        "promos": ("Promo codes", "Locks, batches of codes, checks and redemption."),
        "rewards": ("Rewards", "Points, stamps, rewards, earning rules and orders."),
        "referrals": ("Referrals", "Customers who refer friends."),
        "games": ("Games", "Games, plays and prizes."),
        "seasons": ("Seasons", "Periods of a leaderboard."),
        "tills": ("Tills", "Devices and staff that redeem."),
    },
    "Passes": {
        "passes": ("Passes", "Passes for Apple Wallet and Google Wallet, templates, updates."),
    },
    "Analytics": {
        "analytics": ("Analytics", "Metrics of the whole organisation or of one code."),
        "reports": ("Reports", "Reports of the warehouse."),
        "dashboard": ("Dashboard", "Cards of the dashboard, live events and explanations."),
        "annotations": ("Annotations", "Notes on charts."),
        "saved_views": ("Saved views", "Named filters for the dashboard."),
        "share_links": ("Share links", "Dashboards for people without a login."),
        "scheduled_reports": ("Scheduled reports", "Reports by email."),
        "exports": ("Exports", "Data as files, SQL and the data dictionary."),
    },
    "Integrations and plan": {
        "integrations": ("Integrations", "Connections to vendors, webhooks and what was sent."),
        "payment": ("Plan and payment", "The plan, its usage, invoices and credits."),
    },
    "Organisation": {
        "organizations": ("Organisations", "Name, brand, locale and settings."),
        "members": ("Members and API keys", "People with a login, invitations, API keys."),
        "own_domains": ("Domains", "Your own domains for codes and pages."),
        "jobs": ("Jobs", "Background jobs: their progress and results."),
        "infrastructure": ("Service", "Whether the service runs, and its settings."),
    },
}


def described_tags() -> list[dict[str, Any]]:
    """Return the groups of calls in the order of the reference."""
    return [
        {"name": tag, "x-displayName": name, "description": text}
        for groups in AREAS.values()
        for tag, (name, text) in groups.items()
    ]


def tag_groups() -> list[dict[str, Any]]:
    """Return the areas to which the groups belong."""
    return [{"name": area, "tags": list(groups)} for area, groups in AREAS.items()]

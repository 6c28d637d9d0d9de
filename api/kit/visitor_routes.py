"""Paths that visitors and their pages' scripts request; all others belong to the admin."""

import re

CALLS = frozenset(
    {
        "/v0/submit_user_data",
        "/v1/accept_tos",
        "/v1/append-scan",
        "/v1/append-submit",
        "/v1/append-vote",
        "/v1/check-tos",
        "/v1/check_promo_code",
        "/v1/collect",
        "/v1/game/claim-prize",
        "/v1/game/get-fairness",
        "/v1/game/get-game",
        "/v1/game/play-game",
        "/v1/game_get_leaderboard",
        "/v1/get-identifier",
        "/v1/get-page",
        "/v1/get-success-page",
        "/v1/get-votes",
        "/v1/phone_number_verification",
        "/v1/promo_code_usage",
        "/v1/promo_lock/check_promo_code",
        "/v1/promo_lock/promo_code_usage",
        "/v1/refer-subscription",
        "/v1/return-page",
        "/v1/web-push-key",
        "/v1/web-push-manifest",
        "/v1/web-push-renew",
        "/v1/web-push-subscribe",
        "/v1/web-push-unsubscribe",
    }
)
"""Paths that scripts of visitors' pages call."""
OF_CODES = "/code/"
FOR_PEOPLE = (
    *(OF_CODES, "/01/", "/card/card_", "/card/pass_", "/card/offer_"),
    *("/game/", "/l/", "/p/", "/page/", "/pitviper/", "/refer/", "/wall/"),
)
"""Prefixes of addresses that people print or send."""
PREFIXES = (
    *FOR_PEOPLE,
    "/card/worker.js",
    "/preferences/",
    "/privacy/",
    "/push/worker.js",
    "/v1/code-picture/",
    "/v1/game/audit/",
    "/v1/votes-live/",
    "/visitor/assets/",
)
TERMS = re.compile(r"/[^/]+/terms\Z")


def is_call_of_visitors(path: str) -> bool:
    """Return whether visitors of some organisation need a path."""
    return path.startswith(PREFIXES) or path in CALLS or TERMS.match(path) is not None

"""Harbor Coffee's content besides its codes: texts of its pages, notes, terms, rules and the rest."""

from typing import Any

from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_pages import THEME

_SITE = HARBOR_COFFEE.site

FOLDERS: dict[str, tuple[str, ...]] = {
    "On the tables": (
        "table-menu-midtown",
        "table-menu-brooklyn",
        "table-menu-boston",
        "table-menu-philadelphia",
        "wifi-card",
    ),
    "Campaigns": (
        "maple-latte",
        "maple-latte-instagram",
        "subway-poster-14th",
        "subway-poster-bedford",
        "sms-two-for-one",
        "catering-flyer",
    ),
    "Regulars": ("loyalty-join", "app-download", "newsletter", "free-pastry-coupon"),
}
"""Folders and the slugs of the codes in them."""


def _at(latitude: str, longitude: str) -> dict[str, str]:
    return {"latitude": latitude, "longitude": longitude}


PROPERTIES: dict[str, dict[str, str]] = {
    "table-menu-midtown": {"store": "Midtown", "table": "1-14", **_at("40.7549", "-73.9840")},
    "table-menu-brooklyn": {"store": "Brooklyn", "table": "1-9", **_at("40.7033", "-73.9881")},
    "table-menu-boston": {"store": "Back Bay", "table": "1-11", **_at("42.3503", "-71.0810")},
    "table-menu-philadelphia": {
        "store": "Philadelphia",
        "table": "1-8",
        **_at("39.9526", "-75.1652"),
    },
    "wifi-card": {"store": "All", "table": "All"},
    "receipt-survey": {"store": "All", "poster": "Receipt"},
    "window-sticker": {"store": "All", "poster": "Door"},
    "subway-poster-14th": {"poster": "14 St-Union Sq", **_at("40.7347", "-73.9906")},
    "subway-poster-bedford": {"poster": "Bedford Av", **_at("40.7173", "-73.9568")},
}
"""Where codes are displayed."""

MOVED_CODE = "table-menu-boston"
MOVED_DAYS_AGO = 30
MOVED_FROM_FOLDER = "Campaigns"
MOVED_FROM: dict[str, str] = {
    "store": "Seaport",
    "table": "1-6",
    **_at("42.3519", "-71.0446"),
}
"""Earlier placement of one code, which was on the tables of a store during its opening weeks."""

RULED_CODE = "app-download"
RULES: list[dict[str, Any]] = [
    {
        "name": "iPhones and iPads to the App Store",
        "conditions": [{"kind": "system", "values": ["iOS"]}],
        "outcome": {"type": "redirect", "url": f"{_SITE}/app/app-store"},
    },
    {
        "name": "Android phones to Google Play",
        "conditions": [
            {"kind": "system", "values": ["Android"]},
            {"kind": "device", "values": ["phone", "tablet"]},
        ],
        "outcome": {"type": "redirect", "url": f"{_SITE}/app/google-play"},
    },
    {
        "name": "Spanish speakers read about it first",
        "conditions": [{"kind": "language", "values": ["es"]}],
        "outcome": {"type": "redirect", "url": f"{_SITE}/es/app"},
    },
]

PUBLISHED_CODE = "roast-vote"
PUBLISHED_NAME = "Vote for the next guest roast"
PUBLISHED_PAGE: dict[str, Any] = {
    "root": {
        "props": {
            "title": "Which roast comes next?",
            "description": "Three farms, one place on our bar. You choose.",
            "width": "narrow",
            "language": "en",
            "theme": {**THEME, "cover": "/visitor/assets/art/cafe.svg"},
        }
    },
    "content": [
        {
            "type": "Heading",
            "props": {"id": "heading-1", "text": "Which roast comes next?", "level": 1},
        },
        {
            "type": "Text",
            "props": {
                "id": "text-1",
                "html": "<p>Every month one guest roast stands beside our own. Taste all three at the "
                "counter, then vote: the winner is on the bar <strong>from the first Monday</strong>.</p>",
            },
        },
        {
            "type": "Vote",
            "props": {
                "id": "vote-1",
                "poll_id": "guest-roast",
                "question": "Your favourite?",
                "choices": [
                    {"id": "guji", "label": "Ethiopia Guji: peach and jasmine"},
                    {"id": "antigua", "label": "Guatemala Antigua: cocoa and orange"},
                    {"id": "mandheling", "label": "Sumatra Mandheling: cedar and spice"},
                ],
                "changeable": True,
                "show_results": "after",
            },
        },
        {"type": "Divider", "props": {"id": "divider-1"}},
        {
            "type": "Form",
            "props": {
                "id": "form-1",
                "form_id": "tasting",
                "title": "Come to the tasting",
                "fields": [
                    {
                        "name": "page_divider",
                        "input_display_name": "",
                        "required": False,
                        "input_type": "page_divider",
                        "deletable": False,
                    },
                    {
                        "name": "first_name",
                        "input_display_name": "First name",
                        "placeholder_text": "First name",
                        "required": True,
                        "input_type": "text",
                    },
                    {
                        "name": "email",
                        "input_display_name": "Email",
                        "placeholder_text": "name@example.com",
                        "required": True,
                        "input_type": "text",
                    },
                ],
                "submit_label": "Save me a place",
                "consent_text": "I agree that Harbor Coffee keeps my details to write to me about the "
                "tasting. I can take this back at any time.",
                "success_text": "Thank you! We will write to you before the next tasting.",
            },
        },
        {
            "type": "Welcome",
            "props": {
                "id": "welcome-1",
                "html": "<p><strong>See you at the tasting, {first_name}.</strong></p>",
            },
        },
    ],
}

DRAFTED_CODE = "table-menu-midtown"
DRAFTED_NAME = "Midtown menu, new look"
DRAFTED_TEMPLATE = "cafe-menu"

NOTES: tuple[dict[str, Any], ...] = (
    {
        "code": "beans-bag",
        "title": "How we brew it",
        "body": "<p>For one mug:</p><ol><li>Grind 18 g, as coarse as sea salt.</li><li>Pour 40 g of water "
        "just off the boil and wait half a minute.</li><li>Pour up to 300 g in slow circles, done after "
        "three minutes.</li></ol><p><strong>Too bitter?</strong> Grind coarser. <strong>Too sour?</strong> "
        "Grind finer.</p>",
        "is_public": True,
    },
    {
        "code": "window-sticker",
        "title": "Stickers: what to order",
        "body": "<p>Outdoor vinyl, 120 × 120 mm, matt. The glossy ones of last year could not be read in "
        "the sun. Twelve are left in the office.</p>",
        "is_public": False,
    },
)

TERMS_TITLE = "Terms of the Harbor card and of our offers"
TERMS_BODY = """
<h2>Who can take part</h2>
<p>Everybody who buys a drink in one of our shops. One card for each person.</p>
<h2>Stamps and coupons</h2>
<ul><li>One stamp for each coffee; the tenth is free.</li>
<li>A coupon is good for one use, in every shop, until the day that stands on it.</li>
<li>Stamps and coupons cannot be paid out or sold.</li></ul>
<h2>Your data</h2>
<p>We keep your name and email address to run the card, and delete both when you leave.</p>
"""

SLIP_CODE = "free-pastry-coupon"
SLIP_NAME = "Free pastry coupon"
SLIP_OFFER = "A free pastry\nwith your coffee"
BATCH_NAME = "Pastry coupons, first print run"
BATCH_AMOUNT = 50

WALL_NAME = "Latte art wall"
WALL_INTRO = "Show us your best pour. The prettiest three of the month win a bag of beans."

LOCKED_CODE = "sms-two-for-one"
LOCK_MESSAGE = "Your code is in the text message"
PROMO_NAME = "Text message to regulars"
PROMO_PREFIX = "TWO"
PROMO_AMOUNT = 20

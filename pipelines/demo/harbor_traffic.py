"""The traffic of Harbor Coffee."""

from pipelines.demo.places import BACK_BAY, BROOKLYN_SHOP, EAST_COAST, MIDTOWN, WALNUT_STREET
from pipelines.demo.rhythms import COFFEE_SHOP, COMMUTE, OFFICE, SCREEN
from pipelines.demo.traffic import Acts, Blast, Burst, Traffic, Utm

PLACES = {
    "midtown": MIDTOWN,
    "brooklyn": BROOKLYN_SHOP,
    "boston": BACK_BAY,
    "philadelphia": WALNUT_STREET,
    "coast": EAST_COAST,
}

_SOCIAL = {"instagram.com": 0.62, "l.instagram.com": 0.2, "facebook.com": 0.06}
_LAUNCH = (Burst(24, 12, 1.5),)
_MENU = Acts(click=0.24, order=0.05)

TRAFFIC = (
    Traffic("table-menu-midtown", 225, COFFEE_SHOP, "midtown", 0.6, bursts=_LAUNCH, acts=_MENU),
    Traffic("table-menu-brooklyn", 190, COFFEE_SHOP, "brooklyn", 0.68, bursts=_LAUNCH, acts=_MENU),
    Traffic(
        "table-menu-boston", 138, COFFEE_SHOP, "boston", 0.58, 0.22, bursts=_LAUNCH, acts=_MENU
    ),
    Traffic("table-menu-philadelphia", 104, COFFEE_SHOP, "philadelphia", 0.5, 0.5, acts=_MENU),
    Traffic(
        "receipt-survey",
        46,
        COFFEE_SHOP,
        "coast",
        0.35,
        utm=Utm("receipt", "print", "survey"),
    ),
    Traffic(
        "loyalty-join",
        58,
        COFFEE_SHOP,
        "coast",
        0.2,
        bursts=(Burst(58, 6, 2.2),),
        acts=Acts(click=0.12, submit=0.42, wallet=0.27),
    ),
    Traffic(
        "app-download",
        41,
        SCREEN,
        "coast",
        0.15,
        weather=0.3,
        utm=Utm("instore", "print", "app"),
        referrers={"google.com": 0.08, "harbor-coffee.example": 0.16},
    ),
    Traffic(
        "maple-latte",
        118,
        COFFEE_SHOP,
        "midtown",
        0.34,
        0.0,
        bursts=(Burst(22, 13, 4.6),),
        utm=Utm("window", "poster", "maple-latte"),
        acts=Acts(click=0.3, promo=0.06, order=0.04),
    ),
    Traffic(
        "maple-latte-instagram",
        52,
        SCREEN,
        "coast",
        0.22,
        0.0,
        weather=0.0,
        bursts=(Burst(20, 9, 5.2), Burst(9, 4, 2.4)),
        utm=Utm("instagram", "social", "maple-latte", "story"),
        referrers=_SOCIAL,
    ),
    Traffic(
        "subway-poster-14th",
        66,
        COMMUTE,
        "midtown",
        0.24,
        0.1,
        weather=-0.3,
        utm=Utm("subway", "poster", "commuters", "14-st"),
    ),
    Traffic(
        "subway-poster-bedford",
        49,
        COMMUTE,
        "brooklyn",
        0.3,
        0.1,
        weather=-0.3,
        utm=Utm("subway", "poster", "commuters", "bedford-av"),
    ),
    Traffic("window-sticker", 61, COFFEE_SHOP, "midtown", 0.3),
    Traffic(
        "cup-sleeve",
        128,
        COFFEE_SHOP,
        "coast",
        0.74,
        acts=Acts(click=0.08, play=0.72, promo=0.07, redeem=0.04),
    ),
    Traffic(
        "roast-vote",
        44,
        COFFEE_SHOP,
        "brooklyn",
        0.4,
        bursts=(Burst(43, 7, 2.1),),
        acts=Acts(click=0.18, vote=0.62),
    ),
    Traffic("beans-bag", 22, SCREEN, "coast", 0.46, weather=0.1, utm=Utm("bag", "print")),
    Traffic("wifi-card", 74, COFFEE_SHOP, "midtown", 0.44, acts=Acts(click=0.1, race=0.24)),
    Traffic(
        "catering-flyer",
        12,
        OFFICE,
        "midtown",
        0.2,
        utm=Utm("flyer", "print", "offices"),
    ),
    Traffic(
        "free-pastry-coupon",
        57,
        COFFEE_SHOP,
        "coast",
        0.5,
        acts=Acts(click=0.1, redeem=0.4),
    ),
    Traffic(
        "google-review", 16, COFFEE_SHOP, "coast", 0.1, referrers={"harbor-coffee.example": 0.1}
    ),
    Traffic(
        "barista-class",
        9,
        SCREEN,
        "brooklyn",
        0.3,
        referrers={"instagram.com": 0.2, "google.com": 0.1},
        acts=Acts(click=0.3, submit=0.14),
    ),
    Traffic("summer-iced-menu", 84, COFFEE_SHOP, "midtown", 0.5, 0.0, weather=1.4),
    Traffic(
        "sms-two-for-one",
        7,
        SCREEN,
        "coast",
        0.6,
        weather=0.0,
        bursts=(Burst(51, 2, 34), Burst(30, 2, 38), Burst(9, 2, 44)),
        utm=Utm("sms", "sms", "two-for-one"),
    ),
    Traffic(
        "newsletter",
        15,
        SCREEN,
        "coast",
        0.66,
        weather=0.0,
        bursts=tuple(Burst(start, 2, 3.2) for start in range(85, 0, -7)),
        utm=Utm("newsletter", "email", "weekly"),
        referrers={"mail.google.com": 0.3, "outlook.live.com": 0.09},
    ),
    Traffic(
        "jobs",
        7,
        SCREEN,
        "coast",
        0.2,
        referrers={"linkedin.com": 0.14, "google.com": 0.12},
        acts=Acts(click=0.34, submit=0.07),
    ),
)

BLASTS = (
    Blast("sms-two-for-one", "two-for-one-1", 51, 11, 2400),
    Blast("sms-two-for-one", "two-for-one-2", 30, 11, 2650),
    Blast("sms-two-for-one", "two-for-one-3", 9, 11, 2900),
    Blast("maple-latte", "maple-latte", 22, 9, 640, "push"),
    *(Blast("newsletter", f"weekly-{day}", day, 8, 420 - day, "email") for day in range(85, 0, -7)),
)

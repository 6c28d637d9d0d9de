"""The traffic of Northwind Books."""

from pipelines.demo.places import BRITAIN, HOLBORN
from pipelines.demo.rhythms import BOOKSHOP, COMMUTE, EVENINGS, SCREEN
from pipelines.demo.traffic import Acts, Burst, Traffic, Utm

PLACES = {"holborn": HOLBORN, "britain": BRITAIN}

TRAFFIC = (
    Traffic(
        "shelf-talker",
        112,
        BOOKSHOP,
        "holborn",
        0.5,
        0.2,
        acts=Acts(click=0.2, submit=0.06, order=0.05),
    ),
    Traffic("bookmark", 34, SCREEN, "britain", 0.44, weather=0.0, utm=Utm("bookmark", "print")),
    Traffic(
        "author-evening",
        22,
        EVENINGS,
        "holborn",
        0.3,
        referrers={"instagram.com": 0.12},
        acts=Acts(click=0.2, submit=0.24, wallet=0.16),
    ),
    Traffic("window-display", 41, BOOKSHOP, "holborn", 0.2),
    Traffic(
        "book-club",
        19,
        SCREEN,
        "britain",
        0.6,
        weather=0.2,
        bursts=tuple(Burst(start, 3, 2.6) for start in (82, 54, 26)),
        acts=Acts(click=0.16, submit=0.1, vote=0.44),
    ),
    Traffic("gift-card", 11, SCREEN, "britain", 0.2, weather=0.0),
    Traffic(
        "tube-poster",
        48,
        COMMUTE,
        "holborn",
        0.2,
        0.1,
        weather=-0.2,
        bursts=(Burst(39, 8, 1.8),),
        utm=Utm("tube", "poster", "autumn-reading"),
    ),
    Traffic(
        "childrens-trail",
        37,
        BOOKSHOP,
        "holborn",
        0.36,
        0.1,
        acts=Acts(play=0.6, redeem=0.1),
    ),
)

"""Harbor Coffee's visual design and its published pages, one for each purpose."""

from typing import Any

from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.page_parts import (
    EMAIL,
    NAME,
    NAME_IF_LIKED,
    DemoPage,
    button,
    coupon,
    featured,
    field,
    form,
    heading,
    notifications,
    place,
    row,
    social,
    text,
    vote,
    wifi,
)

_SITE = HARBOR_COFFEE.site
MADE_UP = "Harbor Coffee is made up: this page shows what a page can be."

THEME: dict[str, Any] = {
    "name": "paper",
    "heading_font": "fraunces",
    "body_font": "dm-sans",
    "accent": "#1f3a5f",
    "background": "gradient",
    "color": "#fbf3e6",
    "color_to": "#f6dfc0",
    "cover": "/visitor/assets/art/harbor.svg",
    "buttons": "pill",
    "cards": "raised",
}

PAGES: tuple[DemoPage, ...] = (
    DemoPage(
        "Brooklyn menu",
        "Our menu",
        "Coffee and pastries, fresh today.",
        (
            heading("Good coffee, good morning"),
            text("<p>Open daily from 7 to 6. Order at the counter, or ahead.</p>", "center"),
            button("Order ahead", f"{_SITE}/order?store=brooklyn"),
            heading("Coffee", 2),
            text(
                "<p><strong>Espresso</strong> · 3.00<br>Two shots of the house blend</p><p><strong>Flat white"
                "</strong> · 4.50<br>Velvety, with a double ristretto</p><p><strong>Filter of the week</strong> · "
                "4.00<br>Ask what is on the bar</p>"
            ),
            heading("From the oven", 2),
            text(
                "<p><strong>Butter croissant</strong> · 3.50</p><p><strong>Cinnamon bun</strong> · 4.00</p>"
            ),
            vote(
                "brunch",
                "What should the weekend brunch be?",
                eggs="Eggs on sourdough",
                waffles="Waffles",
                soup="Tomato soup",
            ),
            place(
                "Harbor Coffee Brooklyn", "55 Water Street\nBrooklyn, NY 11201", 40.7033, -73.9881
            ),
        ),
        scene="cafe",
        code="table-menu-brooklyn",
    ),
    DemoPage(
        "Maple latte launch",
        "The maple latte is here",
        "Slow-cooked maple syrup, a double shot and a pinch of smoked salt.",
        (
            heading("The maple latte is here"),
            text(
                "<p>Slow-cooked maple syrup, a double shot and a pinch of smoked salt. For a few weeks only.</p>",
                "center",
            ),
            button("Find your shop", f"{_SITE}/maple-latte"),
            coupon(
                "Your first one for 3 dollars",
                "MAPLE3",
                "One each, in every shop, until the leaves are gone.",
                reveal=True,
            ),
            form(
                "maple",
                "Want to taste it first?",
                (NAME, EMAIL),
                "Invite me",
                "You are on the list. See you at the tasting!",
            ),
        ),
        scene="cafe",
        code="maple-latte",
    ),
    DemoPage(
        "Latte art class",
        "Latte art for beginners",
        "Two hours, six people, far too much milk.",
        (
            heading("Latte art for beginners"),
            text(
                "<p>Two hours, six people, far too much milk. Every other Sunday in Brooklyn, with an aftershow.</p>",
                "center",
            ),
            form(
                "class",
                "Reserve a place",
                (
                    NAME,
                    EMAIL,
                    field(
                        "day",
                        "Which Sunday?",
                        "radio",
                        "The first of the month",
                        "The third of the month",
                    ),
                ),
                "Reserve",
                "Your place is reserved. Bring an apron and no fear.",
            ),
            place("The class room", "55 Water Street\nBrooklyn, NY 11201", 40.7033, -73.9881),
        ),
        scene="cafe",
        code="barista-class",
    ),
    DemoPage(
        "Guest Wi-Fi",
        "You are almost online",
        "The network, the password, and something good while it connects.",
        (
            heading("You are almost online"),
            text(
                "<p>Free for everybody who drinks something, until we close at six.</p>",
                "center",
            ),
            wifi("HarborGuest", "flat-white-4-two"),
            notifications(
                "Soup of the day",
                "We tell you at eleven what is in the pot: one notification on weekdays, no more.",
                "Tell me about the soup",
            ),
            row("Today’s specials", f"{_SITE}/specials", "The soup is tomato", scene="restaurant"),
            row("The latte art wall", f"{_SITE}/wall", "Show us your best pour", icon="instagram"),
        ),
        scene="wifi",
        code="wifi-card",
    ),
    DemoPage(
        "Harbor card",
        "Your tenth coffee is on us",
        "One stamp for every coffee, in every shop.",
        (
            heading("Your tenth coffee is on us"),
            text(
                "<p>One stamp for every coffee, in every shop. No plastic card, no app.</p>",
                "center",
            ),
            form(
                "card",
                "Join the Harbor card",
                (
                    NAME,
                    EMAIL,
                    field(
                        "shop",
                        "Your shop",
                        "select",
                        "Midtown",
                        "Brooklyn",
                        "Boston",
                        "Philadelphia",
                    ),
                ),
                "Join now",
                "Welcome aboard! The first stamp is yours already.",
            ),
        ),
        scene="coupon",
        code="loyalty-join",
    ),
    DemoPage(
        "How was it?",
        "How was it?",
        "Two questions, half a minute.",
        (
            heading("How was it today?"),
            form(
                "feedback",
                "Two questions",
                (
                    field(
                        "stars",
                        "How many stars?",
                        "radio",
                        "5 – wonderful",
                        "4 – good",
                        "3 – all right",
                        "2 – not great",
                        "1 – bad",
                    ),
                    field("why", "What should we know?", "textarea", required=False),
                    NAME_IF_LIKED,
                ),
                "Send",
                "Thank you. The shop’s manager reads every answer.",
            ),
        ),
        scene="restaurant",
        vanity_name="harbor-feedback",
    ),
    DemoPage(
        "Free pastry coupon",
        "A pastry on the house",
        "With your second coffee of the day.",
        (
            heading("A pastry on the house"),
            text("<p>With your second coffee of the day, in every shop.</p>", "center"),
            coupon("One pastry, free", "PASTRY2", "One a day for each guest.", reveal=True),
            row("What is in the oven", f"{_SITE}/pastries", "Fresh at seven", scene="cafe"),
        ),
        scene="coupon",
        vanity_name="harbor-pastry",
    ),
    DemoPage(
        "Coffee for the night shift",
        "A coffee for the night shift",
        "Four dollars put a cup on the nurses’ table.",
        (
            heading("A coffee for the night shift"),
            text(
                "<p>Four dollars put a cup on the nurses’ table at the hospital around the corner. We bring them "
                "every Friday at ten.</p>",
                "center",
            ),
            button("Give 4 dollars", f"{_SITE}/give/4"),
            button("Give 20 dollars", f"{_SITE}/give/20", style="outline"),
        ),
        scene="donation",
        vanity_name="harbor-night-shift",
    ),
    DemoPage(
        "Found a keep-cup?",
        "You found a Harbor cup",
        "Tell us where it is.",
        (
            heading("You found one of our cups!"),
            text("<p>Somebody misses it. Your next coffee is on us.</p>", "center"),
            form(
                "cup",
                "Where is it?",
                (
                    field("where", "Where is it now?", "textarea"),
                    NAME_IF_LIKED,
                    field("email", "Your email", "email", required=False),
                ),
                "Send message",
                "Thank you! We pass it on today.",
            ),
        ),
        scene="lost",
        vanity_name="harbor-found",
    ),
    DemoPage(
        "Roastery tour, stop two",
        "Stop two: the roaster",
        "Twelve kilos at a time, thirteen minutes each.",
        (
            heading("Stop two: the roaster"),
            text(
                "<p>Twelve kilos at a time, thirteen minutes each. Listen for the first crack: it sounds like popcorn "
                "in the next room.</p>",
                "center",
            ),
            heading("Smell that?", 2),
            text("<p>Bread first, then toast, then caramel. We stop at caramel.</p>"),
            row("Stop three: the cupping table", f"{_SITE}/tour/3", "Bring a spoon", scene="cafe"),
        ),
        scene="harbor",
        vanity_name="harbor-tour",
    ),
    DemoPage(
        "All links",
        "Harbor Coffee",
        "Everywhere you find us.",
        (
            heading("Harbor Coffee"),
            text("<p>Small roastery, four shops, one harbour.</p>", "center"),
            featured(
                "The maple latte is here", f"{_SITE}/maple-latte", "For a few weeks only", "cafe"
            ),
            row(
                "Menu and ordering", f"{_SITE}/order", "Ready in seven minutes", scene="restaurant"
            ),
            row(
                "Latte art classes",
                f"{_SITE}/classes",
                "Six people, far too much milk",
                scene="cafe",
            ),
            row(
                "What plays in the shop",
                "https://open.spotify.com/",
                "Four hours of slow mornings",
                icon="spotify",
            ),
            row("Behind the bar", "https://www.tiktok.com/", "One pour a day", icon="tiktok"),
            social(
                ("instagram", "https://instagram.com/"),
                ("threads", "https://www.threads.net/"),
                ("email", "mailto:hello@harbor-coffee.example"),
            ),
        ),
        vanity_name="harbor-links",
    ),
)

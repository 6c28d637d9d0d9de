"""Games of the demonstration as their owners saved them, and the people who played them."""

from typing import Any

_PRIZES = "/visitor/assets/prizes/"


def _picture(name: str) -> str:
    return f"{_PRIZES}{name}.svg"


WHEEL: dict[str, Any] = {
    "name": "Opening day wheel · Pier 7",
    "kind": "wheel",
    "look": {"color": "#0f766e", "picture_url": _picture("poster-opening"), "sound": True},
    "texts": {
        "en": {
            "title": "We are open! Spin and win",
            "intro": "One spin for each guest a day. Show your prize at the counter.",
            "button": "Spin the wheel",
            "win": "Show this screen at the counter. We look forward to seeing you!",
            "lose": "Not this time. Come back tomorrow for another spin.",
            "terms": "One spin for each person a day while stocks last. No cash alternative.",
        },
        "es": {
            "title": "¡Ya abrimos! Gira y gana",
            "intro": "Un giro por persona al día. Muestra tu premio en el mostrador.",
            "button": "Girar la ruleta",
            "win": "Muestra esta pantalla en el mostrador. ¡Te esperamos!",
            "lose": "Esta vez no. Vuelve mañana y gira otra vez.",
            "terms": "Un giro por persona al día hasta agotar existencias.",
        },
    },
    "hours": [0] * 7 + [2, 3, 3, 2, 2, 3, 3, 2, 2, 2, 1, 1] + [0] * 5,
    "limits": {"per_person_day": 1, "wins_per_person": 2},
    "prizes": [
        {
            "name": "Free coffee",
            "translations": {"es": {"name": "Café gratis"}},
            "picture_url": _picture("coffee"),
            "stock": 120,
            "odds_ppm": 180_000,
            "paced": True,
            "catch_up": 2,
            "cost_cents": 60,
        },
        {
            "name": "Croissant",
            "translations": {"es": {"name": "Cruasán"}},
            "picture_url": _picture("croissant"),
            "stock": 80,
            "odds_ppm": 120_000,
            "cost_cents": 90,
        },
        {
            "name": "20% off beans",
            "translations": {"es": {"name": "20 % en café en grano"}},
            "picture_url": _picture("percent"),
            "odds_ppm": 150_000,
            "cost_cents": 240,
        },
        {
            "name": "Harbor mug",
            "translations": {"es": {"name": "Taza Harbor"}},
            "picture_url": _picture("mug"),
            "gives": "form",
            "stock": 12,
            "moments": 12,
            "per_person": 1,
            "cost_cents": 600,
        },
    ],
}


def _question(name: str, text: str, answers: tuple[str, str, str], right: int) -> dict[str, Any]:
    choices = [{"id": key, "text": it} for key, it in zip("abc", answers, strict=True)]
    return {"id": name, "text": text, "choices": choices, "correct": "abc"[right]}


QUIZ: dict[str, Any] = {
    "name": "Coffee quiz",
    "kind": "quiz",
    "look": {"color": "#c2410c", "picture_url": _picture("poster-quiz"), "sound": True},
    "texts": {
        "en": {
            "title": "How well do you know coffee?",
            "intro": "Four questions. Right and fast answers score.",
            "button": "Start the quiz",
            "win": "Well done! Show this screen at the counter.",
            "lose": "Thank you for playing.",
            "terms": "One round for each person a day.",
        }
    },
    "limits": {"per_person_day": 1},
    "round": {
        "seconds": 60,
        "questions": [
            _question(
                "bean", "What is a coffee bean?", ("The seed of a cherry", "A legume", "A nut"), 0
            ),
            _question(
                "espresso",
                "How long does an espresso take to run?",
                ("5 seconds", "25 seconds", "2 minutes"),
                1,
            ),
            _question("origin", "Where does coffee come from?", ("Brazil", "Italy", "Ethiopia"), 2),
            _question(
                "milk",
                "Which drink has the most milk?",
                ("Caffè latte", "Cortado", "Macchiato"),
                0,
            ),
        ],
    },
    "prizes": [
        {
            "name": "Tasting for two",
            "picture_url": _picture("ticket"),
            "stock": 6,
            "odds_ppm": 150_000,
            "min_score": 3000,
            "cost_cents": 3000,
            "per_person": 1,
        },
        {
            "name": "10% off beans",
            "picture_url": _picture("percent"),
            "is_consolation": True,
            "cost_cents": 120,
        },
    ],
}

HAPPY_HOUR: dict[str, Any] = {
    "name": "Happy-hour slot machine",
    "kind": "slot",
    "look": {"color": "#7e22ce", "picture_url": _picture("poster-happy-hour"), "sound": True},
    "texts": {
        "en": {
            "title": "Three alike win",
            "intro": "From five to eight. Pull once a day.",
            "button": "Pull the lever",
            "win": "Cheers! Show this screen at the bar.",
            "lose": "So close. Tomorrow at five there is another pull.",
        }
    },
    "hours": [0] * 17 + [1, 1, 1] + [0] * 4,
    "gates": {"min_age": 18},
    "prizes": [
        {
            "name": "Iced coffee cocktail",
            "picture_url": _picture("cocktail"),
            "stock": 40,
            "odds_ppm": 40_000,
            "paced": True,
            "catch_up": 3,
            "claim_days": 1,
            "cost_cents": 220,
        },
        {
            "name": "Bar snack",
            "picture_url": _picture("snack"),
            "stock": 140,
            "odds_ppm": 120_000,
            "claim_days": 1,
            "cost_cents": 110,
        },
    ],
}

SCRATCH: dict[str, Any] = {
    "name": "Reading week scratch card",
    "kind": "scratch",
    "look": {"color": "#1e3a8a", "picture_url": _picture("poster-quiz"), "sound": False},
    "texts": {
        "en": {
            "title": "Scratch for a good read",
            "intro": "A card for everybody who visits us in reading week.",
            "button": "Scratch the card",
            "win": "Your book waits at the till.",
            "lose": "No book this time. There is tea upstairs all the same.",
            "terms": "One card for each person a day in reading week.",
        }
    },
    "limits": {"per_person_day": 1},
    "prizes": [
        {
            "name": "Staff pick in paperback",
            "picture_url": _picture("book"),
            "stock": 20,
            "odds_ppm": 100_000,
            "moments": 5,
            "cost_cents": 450,
        },
        {
            "name": "Tote bag",
            "picture_url": _picture("tote"),
            "stock": 30,
            "odds_ppm": 180_000,
            "cost_cents": 180,
        },
        {
            "name": "Seat at the author evening",
            "picture_url": _picture("ticket"),
            "gives": "form",
            "stock": 4,
            "moments": 4,
            "per_person": 1,
            "cost_cents": 900,
        },
    ],
}

MEMORY: dict[str, Any] = {
    "name": "Book-fair memory",
    "kind": "memory",
    "look": {"color": "#1d4ed8", "picture_url": _picture("poster-fair"), "sound": True},
    "texts": {
        "en": {
            "title": "Find all pairs",
            "intro": "Eight pairs, sixty seconds. The best of each day are on the board at our stand.",
            "button": "Start",
            "win": "Pick up your prize at our stand.",
            "lose": "Good game. Come by and say hello all the same!",
        }
    },
    "round": {"seconds": 60, "pairs": 8},
    "prizes": [
        {
            "name": "Tote bag",
            "picture_url": _picture("tote"),
            "stock": 400,
            "odds_ppm": 500_000,
            "cost_cents": 180,
        }
    ],
}

HARBOR = (WHEEL, QUIZ, HAPPY_HOUR)
"""Games of Harbor Coffee. The others belong to Northwind Books."""

NICKS = (
    *("Mina", "Jonas", "Priya", "Lotte", "Sam", "Aylin", "Theo", "Noor", "Ines", "Kofi"),
    *("Bea", "Marek", "Yuki", "Elif", "Otis", "Freya", "Ravi", "Nell", "Hugo", "Zoe"),
)
CITIES = (("US", "Portland"), ("US", "Seattle"), ("US", "Boston"), ("CA", "Vancouver"))
BRITISH_CITIES = (("GB", "London"), ("GB", "London"), ("GB", "Bristol"), ("IE", "Dublin"))

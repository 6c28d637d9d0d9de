"""Harbor Coffee's campaigns: one already sent, one scheduled, a draft with two versions, and a template."""

from typing import Any

from runtime.demo.harbor_people import JOIN_CODE
from runtime.demo.world import demo_id

_LINK_CODE = demo_id("code", JOIN_CODE, 10)
_STOP = "Reply STOP to opt out."

SENT: dict[str, Any] = {
    "name": "Iced coffee is back",
    "channel": "email",
    "audience": {"kind": "everyone"},
    "code_id": _LINK_CODE,
    "variants": [
        {
            "contents": [
                {
                    "language": "en",
                    "subject": "{{customer.first_name|Hello}}, iced coffee is back",
                    "preheader": "Twice the points until Sunday",
                    "html": "<h2>Cold brew, warm days</h2><p>Hi {{customer.first_name|there}},</p>"
                    "<p>our iced coffees are back in all three stores. Until Sunday each one gives"
                    ' twice the points.</p><p><a href="{{link}}">See the menu</a></p>',
                },
                {
                    "language": "es",
                    "subject": "{{customer.first_name|Hola}}, vuelve el café helado",
                    "preheader": "El doble de puntos hasta el domingo",
                    "html": "<h2>Café frío para días de calor</h2><p>Hola {{customer.first_name|}}:</p>"
                    "<p>nuestros cafés helados ya están en las tres tiendas. Hasta el domingo dan el"
                    ' doble de puntos.</p><p><a href="{{link}}">Ver la carta</a></p>',
                },
            ]
        }
    ],
}
"""Sent to everyone. The report lists the people who never agreed, with the reason."""

PLANNED: dict[str, Any] = {
    "name": "Saturday tasting",
    "channel": "best",
    "audience": {"kind": "everyone"},
    "variants": [
        {
            "contents": [
                {
                    "language": "en",
                    "push": "Saturday at 10: taste three new roasts in Brooklyn.",
                    "sms": f"Saturday at 10 we taste three new roasts in Brooklyn. {_STOP}",
                    "subject": "Taste three new roasts on Saturday",
                    "html": "<p>Hi {{customer.first_name|there}},</p><p>on Saturday at 10 we open three new"
                    " roasts in Brooklyn. Come by and tell us which one stays.</p>",
                }
            ]
        }
    ],
}
"""Sent on the best channel of each person, in a week, at ten o'clock in each person's local time."""

DRAFT: dict[str, Any] = {
    "name": "Two ways to say cake",
    "channel": "sms",
    "audience": {"kind": "everyone"},
    "variants": [
        {
            "key": key,
            "share": 50,
            "contents": [{"language": "en", "sms": f"{text} {_STOP}"}],
        }
        for key, text in (
            ("a", "Cake and coffee for $6, today only."),
            ("b", "{{customer.first_name|Hey}}, your slice of cake is waiting."),
        )
    ],
    "experiment": {"holdout": 10, "test_share": 50, "winner_after_hours": 4},
}

TEMPLATE: dict[str, Any] = {
    "name": "Birthday treat",
    "channel": "email",
    "audience": {"kind": "everyone"},
    "variants": [
        {
            "contents": [
                {
                    "language": "en",
                    "subject": "Happy birthday, {{customer.first_name|friend}}",
                    "html": "<p>Happy birthday, {{customer.first_name|friend}}!</p><p>Your"
                    " {{field.favourite|favourite drink}} is on us this week.</p>",
                }
            ]
        }
    ],
}

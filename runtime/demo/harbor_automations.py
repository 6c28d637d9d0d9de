"""Harbor Coffee's automations: thanks after a form, with a reminder a day later, and a birthday greeting."""

from typing import Any

_STOP = "Reply STOP to opt out."

AFTER_A_FORM: dict[str, Any] = {
    "name": "Thanks for joining",
    "trigger": {"kind": "submit"},
    "again_after_days": 30,
    "goal": {"kind": "redemption"},
    "steps": [
        {
            "kind": "message",
            "id": "s1",
            "channel": "best",
            "contents": [
                {
                    "language": "en",
                    "push": "Welcome aboard. Your stamp card is on your pass.",
                    "sms": f"Welcome aboard, {{{{customer.first_name|friend}}}}! {_STOP}",
                    "subject": "Welcome aboard, {{customer.first_name|friend}}",
                    "html": "<p>Hi {{customer.first_name|there}},</p><p>good to have you with us. Ten stamps"
                    " are a coffee on us.</p>",
                }
            ],
        },
        {"kind": "wait", "id": "s2", "amount": 1, "unit": "days"},
        {
            "kind": "condition",
            "id": "s3",
            "rules": {"kind": "all", "conditions": [{"kind": "contact", "value": "phone"}]},
            "yes": [
                {
                    "kind": "message",
                    "id": "s4",
                    "channel": "sms",
                    "contents": [
                        {
                            "language": "en",
                            "sms": f"Your favourite store pours from 7 to 6 today. {_STOP}",
                        }
                    ],
                }
            ],
            "no": [{"kind": "exit", "id": "s5"}],
        },
    ],
}

BIRTHDAY: dict[str, Any] = {
    "name": "Birthday coffee",
    "trigger": {"kind": "birthday", "days": 0, "at": "09:00"},
    "again_after_days": 300,
    "steps": [
        {
            "kind": "message",
            "id": "s1",
            "channel": "best",
            "contents": [
                {
                    "language": "en",
                    "push": "Happy birthday! A coffee is on us today.",
                    "sms": f"Happy birthday, {{{{customer.first_name|friend}}}}! A coffee is on us. {_STOP}",
                    "subject": "Happy birthday, {{customer.first_name|friend}}",
                    "html": "<p>Happy birthday, {{customer.first_name|friend}}!</p><p>Your"
                    " {{field.favourite|favourite drink}} is on us today.</p>",
                }
            ],
        }
    ],
}

"""Words that stop and start text messages. A message counts only if it consists of nothing else.

These are Twilio's words, and those that Telnyx and AWS add:
https://help.twilio.com/articles/223134027
"""

import re
import unicodedata
from typing import Literal

Meaning = Literal["reply", "stop", "start", "help", "opt_out_request"]

STOP = frozenset(
    (
        *("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"),
        *("OPT-OUT", "ARRET", "REMOVE", "TD"),
    )
)
START = frozenset(("START", "UNSTOP", "YES"))
HELP = frozenset(("HELP", "INFO"))

_REQUEST = re.compile(
    r"\b(stop|unsubscribe|opt[ -]?out|remove me|take me off|leave me alone|no more (texts?|messages?|sms)"
    r"|(don'?t|do not|quit|never) (text|message|contact|write)( me)?|lose my number|wrong number"
    r"|spam|désabonner|abmelden|keine (sms|nachrichten)|no (me )?(escriban|envíen)|parar|cancelar)\b",
    re.IGNORECASE,
)


def meaning_of(text: str) -> Meaning:
    """Return the meaning of a message: that of a word in the lists, ignoring case, spaces and accents;
    `opt_out_request` if it reads as if the sender wants no more messages, which a person must decide; otherwise a
    reply.
    """
    plain = unicodedata.normalize("NFKD", text)
    word = "".join(it for it in plain if not it.isspace() and not unicodedata.combining(it)).upper()
    if word in STOP:
        return "stop"
    if word in START:
        return "start"
    if word in HELP:
        return "help"
    return (
        "opt_out_request"
        if _REQUEST.search(text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
        else "reply"
    )

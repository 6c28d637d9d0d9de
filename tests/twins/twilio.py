"""A twin of Twilio's Messages API on loopback: what it accepts, what it refuses, its responses and its reports.

Messages, numbers, messaging services and prices, with basic authentication. Each request is validated against Twilio's
own OpenAPI documents (github.com/twilio/twilio-oai): method, path, names, types, values and required parameters.
`twilio_operations.json` contains the part that is used. https://www.twilio.com/docs/messaging/api/message-resource
"""

import base64
import hmac
import math
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson

from api.domains.messaging.messages.sms_segments import sms_size

ACCOUNT = "AC" + "0123456789abcdef" * 2
TOKEN = "twilio-test-token"
ROOT = f"/2010-04-01/Accounts/{ACCOUNT}"
SERVICE = "MG" + "fedcba9876543210" * 2
PRICE = "-0.00790"
"""The price of one segment."""
_TYPES = {"integer": r"-?\d+", "number": r"-?\d+(\.\d+)?", "boolean": "(?i)true|false"}
_OPERATIONS: list[tuple[str, re.Pattern[str], dict[str, dict[str, Any]]]] = [
    (it["method"], re.compile(re.sub(r"\{\w+\}", "[^/]+", it["path"])), it["parameters"])
    for it in orjson.loads((Path(__file__).parent / "twilio_operations.json").read_bytes())[
        "operations"
    ]
]
Rows = dict[str, dict[str, Any]]


def signed(url: str, form: dict[str, str]) -> dict[str, str]:
    """Return the signature header with which Twilio would send a form to an address."""
    text = url + "".join(f"{name}{form[name]}" for name in sorted(form))
    digest = hmac.digest(TOKEN.encode(), text.encode(), "sha1")
    return {"X-Twilio-Signature": base64.b64encode(digest).decode()}


def problem_of(method: str, path: str, form: dict[str, str]) -> str:
    """Return what is wrong with a request according to Twilio's documents; empty if nothing."""
    known = next(
        (it for wanted, where, it in _OPERATIONS if wanted == method and where.fullmatch(path)),
        None,
    )
    if known is None:
        return f"{method} {path} is no operation"
    missing = [name for name, it in known.items() if it.get("required") and name not in form]
    if missing:
        return f"{missing[0]} is required"
    for name, value in form.items():
        if name not in known:
            return f"{name} is no parameter of {method} {path}"
        rules = known[name]
        pattern = rules.get("pattern") or _TYPES.get(rules.get("type", ""), "(?s).*")
        if not re.fullmatch(pattern.removeprefix("^").removesuffix("$"), value):
            return f"{name} does not match {pattern}"
        if "enum" in rules and value not in rules["enum"]:
            return f"{name} is none of {rules['enum']}"
        least, most = rules.get("minimum", -math.inf), rules.get("maximum", math.inf)
        if rules.get("type") in ("integer", "number") and not least <= float(value) <= most:
            return f"{name} is out of bounds"
    return ""


@dataclass
class Twilio:
    """The messages that the twin was requested to send, and how it should behave."""

    url: str = ""
    messages: list[dict[str, str]] = field(default_factory=list)
    """The requests for messages that it accepted."""
    rows: Rows = field(default_factory=dict)
    """Its messages by their sid, as it lists them."""
    stopped: set[str] = field(default_factory=set)
    """Numbers that replied STOP."""
    for_sale: list[str] = field(default_factory=lambda: ["+17755550101", "+14155550102"])
    bought: dict[str, str] = field(default_factory=dict)
    """The sids of numbers that the account bought."""
    number_names: dict[str, str] = field(default_factory=dict)
    """The names of these numbers."""
    reported_to: dict[str, str] = field(default_factory=dict)
    """The addresses to which incoming messages are reported."""
    services: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Messaging services by sid: their name, numbers and campaigns."""
    brand: dict[str, Any] = field(default_factory=lambda: {"status": "APPROVED", "errors": []})
    """The brand of all campaigns."""
    refused_senders: dict[str, int] = field(default_factory=dict)
    """Twilio's error code for each sender that it refuses."""
    goes_silent: bool = False
    """Whether it accepts the next message and then breaks the connection."""
    refused_with: tuple[int, int] | None = None
    """HTTP status and Twilio error code of the next responses."""
    is_broken: bool = False
    """Whether responses are invalid JSON."""
    waits: float = 0.0
    """Seconds before a response."""
    gate: threading.Event = field(default_factory=threading.Event)
    """Responses wait until it is set, which it is initially."""

    def __post_init__(self) -> None:
        self.gate.set()

    def answer(
        self, path: str, authorization: str, fields: str, method: str = "POST"
    ) -> tuple[int, bytes]:
        """Return status and body for a request."""
        time.sleep(self.waits)
        self.gate.wait(30)
        if self.is_broken:
            return 200, b"<html>"
        wanted = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
        if authorization != wanted:
            return self._error(401, 20003, "Authenticate")
        where = urlsplit(path)
        given = {name: it[0] for name, it in parse_qs(where.query or fields).items()}
        wrong = problem_of(method, where.path, given)
        if wrong:
            return self._error(400, 20001, wrong)
        if where.path == "/v1/PhoneNumbers/Countries/US":
            prices = [{"number_type": "local", "base_price": "1.15", "current_price": "1.15"}]
            return 200, orjson.dumps(
                {"country": "US", "phone_number_prices": prices, "price_unit": "USD"}
            )
        if where.path.startswith(("/v1/Services", "/v1/a2p/")):
            return self._services(method, where.path, parse_qs(where.query or fields))
        if "PhoneNumbers" in where.path:
            return self._numbers(method, where.path, parse_qs(where.query or fields))
        if method == "GET":
            return self._read(where.path, parse_qs(where.query))
        if path != f"{ROOT}/Messages.json":
            return self._error(404, 20404, "The requested resource was not found")
        if self.refused_with:
            return self._error(*self.refused_with, f"refused, as said of {fields}")
        message = {name: values[0] for name, values in parse_qs(fields).items()}
        if "Body" not in message:
            return self._error(400, 21602, "Message body is required")
        if ("From" in message) == ("MessagingServiceSid" in message):
            return self._error(400, 21603, "A 'From' phone number is required")
        sender = message.get("From") or message.get("MessagingServiceSid", "")
        if sender in self.refused_senders:
            return self._error(400, self.refused_senders[sender], "refused sender")
        if message["To"] in self.stopped:
            return self._error(400, 21610, "Attempt to send to unsubscribed recipient")
        self.messages.append(message)
        made: dict[str, Any] = {
            "sid": f"SM{len(self.messages):032x}",
            "status": "accepted",
            "to": message["To"],
            "from": message.get("From"),
            "body": message["Body"],
            "num_segments": str(sms_size(message["Body"]).segments),
            "price": None,
            "price_unit": "USD",
            "error_code": None,
            "date_created": formatdate(),
            "callback": message.get("StatusCallback"),
        }
        self.rows[made["sid"]] = made
        if self.goes_silent:
            self.goes_silent = False
            raise BrokenPipeError
        return 201, orjson.dumps(made)

    def _read(self, path: str, asked: dict[str, list[str]]) -> tuple[int, bytes]:
        if path == f"{ROOT}/Messages.json":
            found = self._listed(asked.get("To", [""])[0])
            return 200, orjson.dumps({"messages": found, "next_page_uri": None, "uri": path})
        row = self.rows.get(path.removeprefix(f"{ROOT}/Messages/").removesuffix(".json"))
        if row is None:
            return self._error(404, 20404, "The requested resource was not found")
        return 200, orjson.dumps(row)

    def _listed(self, phone: str) -> list[dict[str, Any]]:
        return [it for it in reversed(self.rows.values()) if it["to"] == phone]

    def _services(self, method: str, path: str, asked: dict[str, list[str]]) -> tuple[int, bytes]:
        given = {name: values[0] for name, values in asked.items()}
        meta = {"next_page_url": None, "key": "list"}
        if path.startswith("/v1/a2p/BrandRegistrations/"):
            return 200, orjson.dumps({"sid": path.rsplit("/", 1)[1], **self.brand})
        if path == "/v1/Services" and method == "GET":
            found = [{"sid": sid, **it} for sid, it in self.services.items()]
            return 200, orjson.dumps({"list": found, "meta": meta})
        if path == "/v1/Services":
            sid = f"MG{len(self.services) + 1:032x}"
            self.services[sid] = {"friendly_name": given["FriendlyName"], "numbers": []}
            if self.goes_silent:
                self.goes_silent = False
                raise BrokenPipeError
            return 201, orjson.dumps({"sid": sid, "friendly_name": given["FriendlyName"]})
        _, _, _, sid, part = path.split("/", 4)
        service = self.services.get(sid)
        if service is None:
            return self._error(404, 20404, "The requested resource was not found")
        if part == "PhoneNumbers":
            if given["PhoneNumberSid"] in service["numbers"]:
                return self._error(409, 21710, "Phone Number is already in the Messaging Service")
            service["numbers"].append(given["PhoneNumberSid"])
            return 201, orjson.dumps({"sid": given["PhoneNumberSid"], "service_sid": sid})
        return 200, orjson.dumps({"list": service.get("campaigns", []), "meta": meta})

    def _numbers(self, method: str, path: str, asked: dict[str, list[str]]) -> tuple[int, bytes]:
        given = {name: values[0] for name, values in asked.items()}
        if path == f"{ROOT}/AvailablePhoneNumbers/US/Local.json":
            found = [
                {"phone_number": it, "iso_country": "US", "locality": "Reno", "region": "NV"}
                for it in self.for_sale
                if it[2:5] == given.get("AreaCode", it[2:5])
            ]
            return 200, orjson.dumps({"available_phone_numbers": found, "uri": path})
        if path != f"{ROOT}/IncomingPhoneNumbers.json":
            return self._error(404, 20404, "The requested resource was not found")
        phone = given.get("PhoneNumber", "")
        if method == "GET":
            sid = self.bought.get(phone)
            name = self.number_names.get(phone, phone)
            own = [{"sid": sid, "phone_number": phone, "friendly_name": name}] if sid else []
            return 200, orjson.dumps({"incoming_phone_numbers": own, "uri": path})
        if phone not in self.for_sale:
            return self._error(400, 21422, "PhoneNumber is not available")
        self.for_sale.remove(phone)
        self.bought[phone] = f"PN{len(self.bought) + 1:032x}"
        self.reported_to[phone] = given["SmsUrl"]
        self.number_names[phone] = given["FriendlyName"]
        if self.goes_silent:
            self.goes_silent = False
            raise BrokenPipeError
        return 201, orjson.dumps({"sid": self.bought[phone], "phone_number": phone})

    def goes_on(self, sid: str, status: str, code: int | None = None) -> tuple[str, dict[str, str]]:
        """Advance a message to the next status; return the address and the form of the receipt."""
        row = self.rows[sid]
        row |= {"status": status, "error_code": code}
        if status in ("delivered", "undelivered"):
            row["price"] = str(Decimal(PRICE) * int(row["num_segments"]))
        form = {"MessageSid": sid, "MessageStatus": status, "AccountSid": ACCOUNT, "To": row["to"]}
        return row["callback"], form | ({"ErrorCode": str(code)} if code else {})

    @staticmethod
    def _error(status: int, code: int, message: str) -> tuple[int, bytes]:
        return status, orjson.dumps({"code": code, "message": message, "status": status})


@contextmanager
def running_twilio(state: Twilio | None = None) -> Iterator[Twilio]:
    """Run the twin on a separate port."""
    state = state or Twilio()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

        def do_POST(self) -> None:
            self._answer("POST")

        def do_GET(self) -> None:
            self._answer("GET")

        def _answer(self, method: str) -> None:
            result = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            login = self.headers.get("Authorization", "")
            try:
                status, body = state.answer(self.path, login, result, method)
            except BrokenPipeError:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            with suppress(BrokenPipeError):  # the client has given up
                self.end_headers()
                self.wfile.write(body)

    class Server(ThreadingHTTPServer):
        request_queue_size = 64

        def handle_error(self, *_: Any) -> None:
            """Log no errors of killed clients."""

    server = Server(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield state
    finally:
        state.gate.set()
        server.shutdown()
        server.server_close()

"""A receiver of webhooks that takes each event once: `python webhooks.py`, then send to http://localhost:8099.

WAYPOST_WEBHOOK_SECRETS holds the signing secret; two with a space between them while one is rotated.
"""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from waypost import SignatureRefused, verify_webhook

SECRETS = os.environ["WAYPOST_WEBHOOK_SECRETS"].split()
seen: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    """Answers 204 for what was taken, 401 for what Waypost did not sign."""

    def do_POST(self) -> None:
        """Take a webhook."""
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(body, dict(self.headers), *SECRETS)
        except SignatureRefused:
            self.send_response(401)
        else:
            if event["data"]["event_id"] not in seen:
                seen.add(event["data"]["event_id"])
                print(event["type"], event["data"]["code_id"], flush=True)
            self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    with HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8099"))), Receiver) as server:
        print("ready", server.server_port, flush=True)
        server.serve_forever()

"""What mail servers and mailboxes send back for Waypost's emails, as Postfix, Exim, Exchange, Gmail, Amazon and Yahoo
write it.
"""

from email import policy
from email.message import EmailMessage
from email.parser import Parser

import pytest

from api.domains.messaging.messages.reports import read_mail_report

OURS = "msg_7Yw3kQ"
ORIGINAL = f"From: Harbor Coffee <news@harbor.example>\nTo: ana@example.com\nMessage-ID: <{OURS}@waypost.example>\nSubject: Cake\n"


def notification(status: str, action: str = "failed", headers: str = ORIGINAL, **more: str) -> str:
    """Return a report according to RFC 3464: text for people, fields for programs, and the email or its headers."""
    original = more.get("original", "text/rfc822-headers")
    diagnostic = more.get("diagnostic", "smtp; 550 5.1.1 No such user")
    return f"""From: MAILER-DAEMON@mx.example
To: bounce@harbor.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

This is the mail system. I'm sorry to have to inform you.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Sat, 28 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; ana@example.com
Original-Recipient: rfc822;ana@example.com
Action: {action}
Status: {status}
Remote-MTA: dns; mx.example
Diagnostic-Code: {diagnostic}

--b1
Content-Type: {original}

{headers}
--b1--
"""


COMPLAINT = f"""From: <complaints@isp.example>
To: <abuse@harbor.example>
Subject: Email Feedback Report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is an email abuse report.

--b2
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Rcpt-To: ana@example.com

--b2
Content-Type: message/rfc822

{ORIGINAL}
Cake is on us today.
--b2--
"""
FOLDED = ORIGINAL.replace("Message-ID: <", "Message-Id:\n <")


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (notification("5.1.1"), "bounced"),  # Postfix
        (notification("5.0.0", original="message/rfc822"), "bounced"),  # Exim
        (notification("5.1.10", headers=FOLDED), "bounced"),  # Exchange
        (notification("5.7.1 (blocked)", diagnostic="smtp; 550-5.7.1\n 550 spam"), "bounced"),
        (notification("4.4.1", "delayed"), None),  # the server keeps trying
        (notification("4.2.2"), "delayed"),  # a full mailbox does not mean a bad address
        (notification("2.0.0", "delivered"), None),
        (notification("2.0.0", "relayed"), None),
        (notification("unknown"), None),
        (notification("5.1.1").replace("\n", "\r\n"), "bounced"),
        (COMPLAINT, "complained"),
        (notification("5.1.1", headers=ORIGINAL.replace(OURS, "other")), None),
        (ORIGINAL + "\nI am on holiday.", None),
        ("", None),
        ("Content-Type: multipart/report; boundary=b1\n\n--b1\n\n--b1--", None),
    ],
)
def test_only_reports_about_sent_emails_count_and_only_permanent_failures_are_bounces(
    raw: str, kind: str | None
) -> None:
    report = read_mail_report(raw)
    assert (report and report.kind) == kind
    assert report is None or report.message_id == OURS


def test_report_reason_is_a_single_line() -> None:
    report = read_mail_report(notification("5.7.1", diagnostic="smtp; 550-5.7.1\n 550 spam"))
    assert report is not None
    assert report.reason == "smtp; 550-5.7.1 550 spam"


def test_quoted_or_forwarded_report_is_not_a_report() -> None:
    """A reply that quotes a report in its text, and one with Waypost's email attached."""
    answer = EmailMessage()
    answer.set_content(notification("5.1.1"))
    forwarded = EmailMessage()
    forwarded.set_content("See below")
    forwarded.add_attachment(Parser(policy=policy.default).parsestr(ORIGINAL + "\nCake"))
    assert [read_mail_report(it.as_string()) for it in (answer, forwarded)] == [None, None]

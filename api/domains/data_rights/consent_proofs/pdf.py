"""The proof as a PDF on A4, in all scripts in which names and texts are written."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from api.domains.content.slips.pdf import ONE_AT_A_TIME, draw_outline
from api.domains.content.slips.text_layout import LINE_HEIGHT, font_of, lines_of
from api.domains.data_rights.consent_proofs.schemas import ConsentProof
from api.domains.people.consents.schemas import EntryRead, StandingRead

MARGIN = 20 * mm
INK, SOFT = "#1c2430", "#556070"
_CHANNELS = {
    "email": "Email",
    "sms": "Text message",
    "whatsapp": "WhatsApp",
    "web_push": "Browser notifications",
    "wallet_push": "Wallet notifications",
}
_PURPOSES = {"marketing": "news and offers", "feedback": "surveys", "service": "service messages"}
_STATES = {"none": "no consent", "given": "consent given", "withdrawn": "withdrawn"}
_DECISIONS = {
    "requested": "Confirmation requested",
    "given": "Consent given",
    "withdrawn": "Consent withdrawn",
}
_SOURCES = {
    "form": "by the person in a form",
    "preferences": "by the person on the page of preferences",
    "mail_link": "confirmed by the person through a link sent to the address",
    "passcode": "confirmed by the person at the phone number",
    "one_click": "by the person with one click in a mail",
    "staff": "recorded by staff",
    "import": "imported",
    "api": "recorded through the API",
    "keyword": "by the person with a text message",
}


class _Sheet:
    """Writes lines from top to bottom, on as many pages as they need."""

    def __init__(self, canvas: Canvas, footer: str) -> None:
        self._canvas = canvas
        self._footer = footer
        self._number = 0
        self._begin()

    def write(
        self, text: str, size: float = 9.5, weight: int = 400, color: str = INK, indent: float = 0
    ) -> None:
        """Write one paragraph."""
        width = A4[0] - 2 * MARGIN - indent
        font = font_of("sans", weight)
        if font.fontName not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(font)
        height = size * LINE_HEIGHT
        lines = lines_of(text, "sans", weight, size, width, "left")
        first = lines[0].baseline if lines else 0.0
        for line in lines:
            if self._top - height < MARGIN + 8 * mm:
                self._end()
                self._begin()
            self._canvas.setFillColor(HexColor(color))
            self._canvas.setFont(font.fontName, size)
            baseline = self._top - first
            if line.path is None:
                self._canvas.drawString(MARGIN + indent + line.left, baseline, line.text)
            else:
                draw_outline(self._canvas, line.path, MARGIN + indent + line.left, baseline)
            self._top -= height

    def space(self, points: float) -> None:
        """Add vertical space between paragraphs."""
        self._top -= points

    def close(self) -> None:
        """End the last page."""
        self._end()

    def _begin(self) -> None:
        self._top = A4[1] - MARGIN
        self._number += 1

    def _end(self) -> None:
        font = font_of("sans", 400)
        self._canvas.setFillColor(HexColor(SOFT))
        self._canvas.setFont(font.fontName, 7)
        self._canvas.drawString(MARGIN, MARGIN - 4 * mm, self._footer)
        self._canvas.drawRightString(A4[0] - MARGIN, MARGIN - 4 * mm, str(self._number))
        self._canvas.showPage()


def proof_pdf(proof: ConsentProof, digest: str, zone: ZoneInfo) -> bytes:
    """Return the PDF. Times are in the organisation's time zone."""

    def at(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S %Z}"

    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, pageCompression=1)
    canvas.setTitle(f"Consents of {proof.name or proof.customer_id}")
    canvas.setProducer("Waypost")
    with ONE_AT_A_TIME:  # the fonts are shared
        sheet = _Sheet(canvas, f"SHA-256 of the JSON: {digest}")
        _head(sheet, proof, at)
        for standing in proof.standings:
            _standing(sheet, standing, at)
        sheet.space(10)
        sheet.write("History, latest first", 12, 700)
        for entry in proof.entries:
            _entry(sheet, entry, at)
        if not proof.entries:
            sheet.write("Nothing is recorded.")
        sheet.close()
        canvas.save()
    return out.getvalue()


def _head(sheet: _Sheet, proof: ConsentProof, at: Callable[[datetime], str]) -> None:
    sheet.write(f"Consents of {proof.name or 'a customer'}", 18, 700)
    sheet.write(f"Recorded by {proof.organization}, as of {at(proof.made_at)}", color=SOFT)
    sheet.space(8)
    facts = (("Customer", proof.customer_id), ("Email", proof.email), ("Phone", proof.phone))
    for label, value in facts:
        if value:
            sheet.write(f"{label}: {value}")
    sheet.space(10)
    sheet.write("What holds now", 12, 700)


def _standing(sheet: _Sheet, standing: StandingRead, at: Callable[[datetime], str]) -> None:
    since = f" since {at(standing.since)}" if standing.since else ""
    pending = ", a confirmation is pending" if standing.is_pending else ""
    topic = _topic(standing.channel, standing.purpose)
    sheet.write(f"{topic}: {_STATES[standing.state]}{since}{pending}")


def _entry(sheet: _Sheet, entry: EntryRead, at: Callable[[datetime], str]) -> None:
    sheet.space(6)
    topic = _topic(entry.channel, entry.purpose)
    sheet.write(f"{_DECISIONS[entry.decision]}: {topic}", weight=700)
    by = f" ({entry.member})" if entry.member else ""
    sheet.write(f"{at(entry.decided_at)}, {_SOURCES[entry.source]}{by}")
    if entry.reason:
        sheet.write(f"Reason: {entry.reason}")
    if entry.text:
        sheet.write(entry.text, indent=4 * mm)
        sheet.write(f"SHA-256 of the text: {entry.text_hash}", 7, color=SOFT, indent=4 * mm)
    places = (
        ("Page", entry.page_id and f"{entry.page_id}, version {entry.page_version}"),
        ("Code", entry.code_id),
        ("Event", entry.event_id),
        ("Confirms", entry.confirms),
        ("Entry", entry.entry_id),
    )
    sheet.write(" · ".join(f"{name} {it}" for name, it in places if it), 7, color=SOFT)


def _topic(channel: str, purpose: str) -> str:
    return f"{_CHANNELS[channel]}, {_PURPOSES[purpose]}"

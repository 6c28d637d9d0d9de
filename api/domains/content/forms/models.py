"""The tables of submissions, the consents given with them, and the places of forms."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Submission(Base):
    """A form that was sent. The answers are in `sealed` and readable only with the customer's key."""

    __tablename__ = "submissions"

    submission_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    page_id: Mapped[str] = mapped_column(Text)
    page_version: Mapped[int]
    form_id: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    customer_id: Mapped[str | None] = mapped_column(Text)
    visitor_id: Mapped[str | None] = mapped_column(Text)
    submission_key: Mapped[str] = mapped_column(Text)
    body_hash: Mapped[str] = mapped_column(Text)
    field_names: Mapped[list[str]] = mapped_column(ARRAY(Text))
    places: Mapped[list[str]] = mapped_column(ARRAY(Text))
    sealed: Mapped[str | None] = mapped_column(Text)
    is_new_customer: Mapped[bool]
    is_proven: Mapped[bool] = mapped_column(default=True)
    """Whether it certainly came from the customer that it names. If not, it changed nothing about that customer."""
    language: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    pass_id: Mapped[str | None] = mapped_column(Text)
    """The wallet pass that was issued for the submission."""
    read_at: Mapped[datetime | None]
    """When a member of the organisation first read it."""


class FormGuest(Base):
    """Marks a form as answered by this email, phone or device. It is a digest, stored as long as the submission."""

    __tablename__ = "form_guests"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    form_id: Mapped[str] = mapped_column(Text, primary_key=True)
    known_by: Mapped[str] = mapped_column(Text, primary_key=True)
    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    submission_id: Mapped[str] = mapped_column(Text)


class SubmissionConsent(Base):
    """A consent given with a submission: its text and time."""

    __tablename__ = "submission_consents"

    submission_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    text_hash: Mapped[str] = mapped_column(Text)
    page_version: Mapped[int]
    language: Mapped[str | None] = mapped_column(Text)
    given_at: Mapped[datetime]


class FormPlace(Base):
    """The capacity of one option of a published form or, with an empty `place`, of the whole form.

    Visitors reserve places with one UPDATE. The database frees them when a submission is deleted.
    """

    __tablename__ = "form_places"

    page_id: Mapped[str] = mapped_column(Text, primary_key=True)
    form_id: Mapped[str] = mapped_column(Text, primary_key=True)
    place: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    capacity: Mapped[int]
    taken: Mapped[int]

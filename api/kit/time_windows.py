"""Times in the data of a page. They have an offset, so that they mean the same everywhere."""

from datetime import datetime


def exact_moment(text: str | None) -> str | None:
    """Return the text of a time, or None if there is none. Raises ValueError if it is not a time or has no offset."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError("must be a time with its offset, such as 2026-12-24T18:00:00+01:00")
    return text


def is_within(starts: str | None, ends: str | None, now: datetime) -> bool:
    """Return whether `now` is at or after `starts` and before `ends`. A missing bound does not limit."""
    return (not starts or datetime.fromisoformat(starts) <= now) and (
        not ends or now < datetime.fromisoformat(ends)
    )


def is_empty_window(starts: str | None, ends: str | None) -> bool:
    """Return whether the window is empty."""
    return bool(starts and ends and datetime.fromisoformat(starts) >= datetime.fromisoformat(ends))

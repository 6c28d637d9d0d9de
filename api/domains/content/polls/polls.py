"""Polls on a published page: visitors can vote on the page's Vote blocks."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from api.domains.content.polls.repository import PollRepository

MAX_LABEL = 200
MAX_QUESTION = 500


def sync(session: Session, org_id: str, code_id: str, blocks: Sequence[Mapping[str, Any]]) -> int:
    """Replace the code's polls with those of its published page. Existing votes are preserved.

    Called in the transaction that publishes, with the page's `content` (an empty list when it is unpublished). A poll
    that is no longer on the page is closed, not deleted. Returns how many are open.
    """
    polls = PollRepository(session)
    now = polls.now()
    found: dict[str, Mapping[str, Any]] = {}
    for block in blocks:
        props = block.get("props") or {}
        if block.get("type") == "Vote" and props.get("poll_id") and props.get("choices"):
            found.setdefault(str(props["poll_id"]), props)
    for poll_id, props in found.items():
        polls.put_from_page(
            {
                "code_id": code_id,
                "poll_id": poll_id,
                "org_id": org_id,
                "question": str(props.get("question") or "")[:MAX_QUESTION],
                "choices": [_choice(choice) for choice in props["choices"]],
                "changeable": bool(props.get("changeable", False)),
                "show_results": props.get("show_results") or "after",
                "source": "page",
                "is_open": True,
                "created_at": now,
                "updated_at": now,
            }
        )
    polls.close_missing(org_id, code_id, list(found), now)
    return len(found)


def _choice(choice: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": str(choice["id"]),
        "label": str(choice.get("label") or "")[:MAX_LABEL],
        "picture_url": choice.get("picture_url") or None,
    }

"""The page of a poll, designed for phones first. It works without JavaScript; with it, the bars move as votes
arrive.
"""

from typing import Annotated

from fastapi import Form, Response

from api.db.routing import ApiRouter
from api.domains.content.polls.poll_pages import PollPagesDep

router = ApiRouter(tags=["votes"], include_in_schema=False)


@router.get("/code/{code_id}/poll/{poll_id}")
def poll_page(code_id: str, poll_id: str, pages: PollPagesDep) -> Response:
    """Show a poll, with the result as far as this visitor may see it."""
    return pages.show(code_id, poll_id)


@router.post("/code/{code_id}/poll/{poll_id}", status_code=303, response_class=Response)
def vote_on_page(
    code_id: str,
    poll_id: str,
    pages: PollPagesDep,
    choice: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Record a vote from the page's form, and redirect to the page with the outcome."""
    return pages.vote(code_id, poll_id, choice)

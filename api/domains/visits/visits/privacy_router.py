"""The page on which visitors choose whether an organisation may recognise their browser."""

from typing import Annotated

from fastapi import Form, Response

from api.db.routing import ApiRouter
from api.domains.visits.visits.privacy_choices import PrivacyChoicesDep
from api.rendering.visitor_pages.privacy import PATH

router = ApiRouter(tags=["visits"], include_in_schema=False)


@router.get(PATH + "{org_id}")
async def privacy_page(org_id: str, choices: PrivacyChoicesDep, back: str = "") -> Response:
    """Return the page with the current choice and the two buttons that change it."""
    return await choices.show(org_id, back)


@router.post(PATH + "{org_id}")
async def choose(
    org_id: str,
    choices: PrivacyChoicesDep,
    choice: Annotated[str, Form(max_length=10)] = "",
    back: Annotated[str, Form(max_length=4_000)] = "",
    by_script: Annotated[str, Form(max_length=1)] = "",
) -> Response:
    """Store the visitor's choice. Redirects back to the page on which it was made; 204 for a script."""
    return await choices.choose(org_id, choice, back, by_script=bool(by_script))

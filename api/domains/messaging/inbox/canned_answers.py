"""Fills in canned answers for one person."""

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.inbox.errors import CannedAnswerNotFound, ConversationNotFound
from api.domains.messaging.inbox.repository import CannedAnswerRepository, ConversationRepository
from api.domains.messaging.inbox.schemas import CannedAnswerWritten, WriteCannedAnswer
from api.rendering.placeholders import defaults, filled


def written(
    session: Session, org_id: str, body: WriteCannedAnswer, composer: Composer
) -> CannedAnswerWritten:
    """Return a canned answer with the recipient's values, for review before it is sent. For a number without a
    customer, only values of the organisation are known.

    Raises:
        ConversationNotFound, CannedAnswerNotFound: there is no such conversation or answer.
    """
    conversation = ConversationRepository(session).find(org_id, body.conversation_id)
    if conversation is None:
        raise ConversationNotFound
    answer = CannedAnswerRepository(session).find(org_id, body.answer_id)
    if answer is None:
        raise CannedAnswerNotFound
    values = composer.values_of_customer(conversation.customer_id)
    missing = {name for name, other in defaults(answer.text) if not (values.get(name) or other)}
    return CannedAnswerWritten(text=filled(answer.text, values).strip(), missing=sorted(missing))

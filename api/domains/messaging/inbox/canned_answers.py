"""Canned answers as they would be sent to one person."""

from sqlalchemy.orm import Session

from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.inbox.errors import CannedAnswerNotFound, ConversationNotFound
from api.domains.messaging.inbox.repository import CannedAnswerRepository, ConversationRepository
from api.domains.messaging.inbox.schemas import CannedAnswerWritten, WriteCannedAnswer
from api.rendering.placeholders import defaults, filled


def written(
    session: Session, org_id: str, body: WriteCannedAnswer, composer: Composer
) -> CannedAnswerWritten:
    """A canned answer with the values of whom it is for, to be read before it is sent. Of a number without a customer,
    nothing but the organisation is known.

    Raises:
        ConversationNotFound, CannedAnswerNotFound: there is none.
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

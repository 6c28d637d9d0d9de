"""Errors about notifications in browsers."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class NotificationsNotOffered(NotFound):
    code = "notifications_not_offered"
    message = "This page does not offer notifications."


class SubscriptionNotFound(NotFound):
    code = "web_push_subscription_not_found"
    message = "This browser is not subscribed."


class NotificationTextChanged(Conflict):
    code = "notification_text_changed"
    message = "The consent text for notifications has changed. Reload the page."


class WebPushMessageNotFound(NotFound):
    code = "web_push_message_not_found"
    message = "Message not found."


class WebPushMessageOver(Conflict):
    code = "web_push_message_over"
    message = "This message has already ended."


class TooManyWebPushMessages(Conflict):
    code = "too_many_web_push_messages"
    message = (
        "An organisation can send at most 20 messages to browsers within 24 hours. Try again later."
    )


def refused(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )

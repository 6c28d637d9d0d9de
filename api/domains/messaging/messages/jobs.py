"""The periodic task and the jobs that send messages, including broadcasts to passes and browsers."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def send_due_messages(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue messages that are now due, those to try again, and those that a killed worker left."""
    from api.domains.messaging.messages.dispatching import queue_due

    queue_due(engine, now)


@job("messages.dispatch")
def dispatch(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send the due messages of an organisation."""
    from api.domains.messaging.messages.dispatching import Dispatcher
    from api.domains.messaging.messages.sending import carriers_of

    carriers = carriers_of(context.settings, context.engine, context.now)
    return Dispatcher(context, carriers).run()


@job("consents.confirm")
def send_confirmation(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send, through the gate, the email that asks the owner of an address for confirmation."""
    from api.domains.messaging.messages.confirmations import queue_confirmation

    return queue_confirmation(context, args["mail_id"])


@job("web_push.send")
def send_broadcasts(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send the due broadcasts to browsers of an organisation."""
    from api.domains.messaging.messages.broadcasts import BroadcastGate
    from api.domains.messaging.web_push.running import DueMessages
    from api.integrations.web_pusher import web_pusher

    gate = BroadcastGate(context, "web_push")
    return DueMessages(context, web_pusher(context.settings), gate).run()


@job("passes.update")
def run_pass_updates(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Run the updates of passes of an organisation. Updates that are messages go through the gate."""
    from api.domains.messaging.messages.broadcasts import BroadcastGate
    from api.domains.wallet.pass_updates.running import DueUpdates

    return DueUpdates(context, BroadcastGate(context, "wallet_push")).run()

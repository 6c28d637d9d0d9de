"""Errors about campaigns."""

from api.kit.errors import Conflict, FieldError, Forbidden, Invalid, NotFound, Unavailable


class CampaignNotFound(NotFound):
    code = "campaign_not_found"
    message = "There is no such campaign."


class CampaignChanged(Conflict):
    code = "campaign_changed"
    message = "Somebody else has changed this campaign in the meantime. Reload it, then repeat your change."


class CampaignNotDraft(Conflict):
    code = "campaign_not_draft"
    message = (
        "Only a draft can be changed. Withdraw the campaign from its schedule first, or copy it."
    )


class WrongCampaignState(Conflict):
    code = "wrong_campaign_state"
    message = "This cannot be done with a campaign in this state."


class ApprovalNeedsAnother(Conflict):
    code = "approval_needs_another"
    message = "Somebody else than who asked for the approval has to give it."


class ApprovalNeedsRole(Forbidden):
    code = "approval_needs_role"
    message = "Your role does not approve campaigns in this organisation."


class TooManyCampaigns(Conflict):
    code = "too_many_campaigns"
    message = "An organisation has at most 2,000 campaigns and templates that are not archived."


class ResultsNotReady(Unavailable):
    """The lake cannot be read, or the marts are too far behind."""

    code = "results_not_ready"
    message = "What people did cannot be counted at the moment. Try again in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "30"})


def refused(field: str, message: str, code: str) -> Invalid:
    """The refusal of one field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )

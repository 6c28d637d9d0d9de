"""Errors of campaigns."""

from api.kit.errors import Conflict, FieldError, Forbidden, Invalid, NotFound, Unavailable


class CampaignNotFound(NotFound):
    code = "campaign_not_found"
    message = "Campaign not found."


class CampaignChanged(Conflict):
    code = "campaign_changed"
    message = "Somebody else has changed this campaign in the meantime. Reload it, then repeat your change."


class CampaignNotDraft(Conflict):
    code = "campaign_not_draft"
    message = "Only a draft can be changed. Withdraw the scheduled campaign first, or copy it."


class WrongCampaignState(Conflict):
    code = "wrong_campaign_state"
    message = "A campaign in this state does not allow this. Reload it, then check its state."


class ApprovalNeedsAnother(Conflict):
    code = "approval_needs_another"
    message = "You cannot approve a campaign for which you asked for approval. Ask somebody else."


class ApprovalNeedsRole(Forbidden):
    code = "approval_needs_role"
    message = (
        "Your role cannot approve campaigns in this organisation. Ask somebody whose role can."
    )


class TooManyCampaigns(Conflict):
    code = "too_many_campaigns"
    message = (
        "An organisation can have at most 2,000 campaigns and templates that are not"
        " archived. Archive one first."
    )


class ResultsNotReady(Unavailable):
    """The lake cannot be read, or the marts are too far behind."""

    code = "results_not_ready"
    message = "The results cannot be counted at the moment. Try again in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "30"})


def refused(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )

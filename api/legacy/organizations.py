"""The v0 path that creates an organisation."""

from api.auth.member import AnswersDep, LoginDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.org.organizations.dependencies import OrganizationServiceDep
from api.domains.org.organizations.router import organization_data
from api.domains.org.organizations.schemas import CreateOrganization, OrganizationData

router = ApiRouter(tags=["organizations"])


@router.post("/v0/create-org", status_code=201)
def create_organization(
    body: CreateOrganization,
    caller: LoginDep,
    answers: AnswersDep,
    organizations: OrganizationServiceDep,
) -> OrganizationData:
    """Create an organisation. The caller becomes its owner and must not belong to one."""
    assert caller.user_id is not None
    if caller.organization is not None:  # perhaps created by this request, sent again
        answers.keep(caller.organization.org_id, caller.user_id)
    organization = organizations.create(caller, body)
    answers.keep(organization.org_id, caller.user_id)
    return organization_data(organization, Role.OWNER)

"""The v0 path that creates an organisation."""

from api.auth.member import AnswersDep, PersonDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.db.session import enter_tenant
from api.domains.org.organizations.dependencies import FoundationLimit, OrganizationServiceDep
from api.domains.org.organizations.router import organization_data
from api.domains.org.organizations.schemas import CreateOrganization, OrganizationData

router = ApiRouter(tags=["organizations"])


@router.post("/v0/create-org", status_code=201, dependencies=[FoundationLimit])
def create_organization(
    body: CreateOrganization,
    person: PersonDep,
    answers: AnswersDep,
    organizations: OrganizationServiceDep,
) -> OrganizationData:
    """Create an organisation. The caller becomes its owner, and remains a member of others."""
    for org_id in organizations.lately_founded(person.user_id):
        # May have been created by this request, which is now repeated
        enter_tenant(answers.session, org_id)
        answers.keep(org_id, person.user_id)
    organization = organizations.create(person.user_id, body)
    answers.keep(organization.org_id, person.user_id)
    return organization_data(organization, Role.OWNER)

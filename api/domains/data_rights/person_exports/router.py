"""The call that exports everything that is stored about a person."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.data_rights.person_exports.repository import PersonRows
from api.domains.data_rights.person_exports.schemas import ExportPerson, PersonFile
from api.domains.data_rights.person_exports.service import PersonExports
from api.domains.insights.customer_activity.router import CustomerActivityServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["customers"])


def _exports(
    session: SessionDep,
    customers: CustomerServiceDep,
    activity: CustomerActivityServiceDep,
    settings: SettingsDep,
    now: NowDep,
) -> PersonExports:
    return PersonExports(PersonRows(session), customers, activity, settings.secret_key, now)


PersonExportsDep = Annotated[PersonExports, Depends(_exports)]


@router.post("/v1/export-person")
def export_person(body: ExportPerson, me: AdminDep, exports: PersonExportsDep) -> PersonFile:
    """Export everything stored about a customer, as a JSON file that can be given to them."""
    return exports.make(me, body)

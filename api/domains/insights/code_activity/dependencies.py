"""Dependencies of the code activity handlers."""

from typing import Annotated

from fastapi import Depends

from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.code_activity.service import CodeActivityService


def _service(analytics: AnalyticsServiceDep, codes: CodeServiceDep) -> CodeActivityService:
    return CodeActivityService(analytics, codes)


CodeActivityServiceDep = Annotated[CodeActivityService, Depends(_service)]

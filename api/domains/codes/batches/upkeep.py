"""Restarts withdrawals whose jobs failed, each night. Otherwise the stock of these batches would stay too high."""

from datetime import datetime, timedelta

import psycopg
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.codes.batches.one_time import WITHDRAWAL
from api.domains.codes.codes.one_time import UNUSED
from api.jobs.queue import Jobs
from api.jobs.registry import nightly
from runtime.settings import Settings

RETRY_AFTER = timedelta(hours=1)
"""Batches withdrawn more recently are skipped, because their job may still be running."""

_LEFT = """
select b.org_id, b.base_code_id, b.batch_id, count(*)
from code_batches b join codes c
  on c.org_id = b.org_id and c.base_code_id = b.base_code_id and c.batch_id = b.batch_id
where b.withdrawn_at < %s and b.kind = 'one_time' and c.one_time_state = any(%s)
group by 1, 2, 3 order by 1, 2, 3
"""


@nightly("batches.withdrawal")
def resume_withdrawals(settings: Settings, now: datetime) -> int:
    """Start a job for each withdrawn batch with codes that are not marked yet, and return the number of these codes."""
    with psycopg.connect(settings.database_url) as connection:
        left = connection.execute(_LEFT, [now - RETRY_AFTER, list(UNUSED)]).fetchall()
    if not left:
        return 0
    engine = make_engine(settings)
    try:
        for org_id, base_code_id, batch_id, codes in left:
            with Session(engine) as session, session.begin():
                enter_tenant(session, org_id)
                args = {"base_code_id": base_code_id, "batch_id": batch_id, "codes": codes}
                Jobs(session, now).enqueue(org_id, WITHDRAWAL, args, total=codes, is_bulk=True)
    finally:
        engine.dispose()
    return sum(codes for *_, codes in left)

"""While the disk is low no build is started; once there is space, the next tick starts one."""

from datetime import UTC, datetime
from typing import Any

import dagster as dg

from pipelines.resources import LakeResource
from pipelines.schedules import build_marts_when_behind
from runtime.disk_space import disk_space
from runtime.settings import Settings
from tests.pipelines.events import land, spread
from tests.support.waiting import eventually
from warehouse.lake import Lake


def test_schedule_starts_no_run_until_disk_space_is_available(settings: Settings) -> None:
    land(Lake.from_settings(settings), *spread(20))
    given = {"var_dir": str(settings.var_dir), "database_url_setting": settings.database_url}

    def tick() -> Any:
        with (
            dg.instance_for_test() as instance,
            dg.build_schedule_context(
                instance=instance,
                scheduled_execution_time=datetime(2026, 3, 11, 9, 5, tzinfo=UTC),
                resources={"lake": LakeResource(given=given)},
            ) as context,
        ):
            return build_marts_when_behind(context)

    space = disk_space(settings)
    free, space.free = space.free, lambda _: 0
    eventually(space.is_low)
    low = tick()
    space.free = free
    eventually(lambda: not space.is_low())

    assert isinstance(low, dg.SkipReason)
    assert "too little room" in str(low.skip_message)
    assert isinstance(tick(), dg.RunRequest)

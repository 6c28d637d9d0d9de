"""The supervisor checks health: services that hang are restarted, slow ones are left alone."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from runtime.embedded.process import ServiceFailed
from runtime.up.health import Answer
from runtime.up.monitored_service import (
    BUSY_AFTER,
    CHECK_EVERY,
    HUNG_AFTER,
    HUNG_STARTING_AFTER,
    IDLE_AFTER,
    State,
)
from runtime.up.supervisor import Supervisor


@dataclass
class Fake:
    """A service whose health and CPU time the test controls."""

    name: str
    events: list[str]
    answer: Answer = Answer.READY
    has_health_check: bool = True
    memory_limit: int | None = None
    memory: int = 0
    log: Path = Path("/nowhere.log")
    pid: int | None = 1
    exit_code: int | None = None
    processor_seconds: float = 0
    launches: int = 0
    launch_fails: Exception | None = None
    kill_fails: Exception | None = None

    def launch(self) -> None:
        if self.launch_fails:
            raise self.launch_fails
        self.events.append(f"launch {self.name}")
        self.launches += 1
        self.exit_code = None

    def check(self) -> Answer:
        return self.answer

    def stop(self) -> None:
        self.exit_code = 0

    def kill(self) -> None:
        if self.kill_fails:
            raise self.kill_fails
        self.events.append(f"kill {self.name}")


class AtOnce:
    """An executor that runs its work immediately."""

    def submit(self, work: Callable[[], object]) -> "Future[object]":
        future: Future[object] = Future()
        try:
            future.set_result(work())
        except Exception as failure:
            future.set_exception(failure)
        return future

    def shutdown(self, **_: object) -> None:
        pass


@dataclass
class World:
    """A supervisor whose clock the test controls."""

    now: float = 0
    lines: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.supervisor = Supervisor(clock=lambda: self.now, say=self.lines.append)
        self.supervisor._helpers = AtOnce()  # type: ignore[assignment]

    def launched(self, *names: str) -> list[Fake]:
        services = [Fake(name, self.events) for name in names]
        self.launch(*services)
        return services

    def launch(self, *services: Fake) -> None:
        self.supervisor.launch(*services)
        for monitored in self.supervisor.monitored():
            fake = monitored.service
            assert isinstance(fake, Fake)
            monitored.processor = lambda _, fake=fake: fake.processor_seconds  # type: ignore[misc]
            monitored.memory = lambda _, fake=fake: fake.memory  # type: ignore[misc]

    def pass_time(self, seconds: float, busy: Fake | None = None) -> None:
        for _ in range(round(seconds / 0.5)):
            self.now += 0.5
            if busy is not None:
                busy.processor_seconds += 0.25
            self.supervisor.run_round()

    def state_of(self, name: str) -> State:
        return next(it.state for it in self.supervisor.monitored() if it.service.name == name)


@pytest.fixture
def world() -> World:
    return World()


def test_ended_service_is_restarted_in_the_next_round_while_another_never_becomes_ready(
    world: World,
) -> None:
    stuck, other = world.launched("Pipelines", "Postgres")
    world.pass_time(2)
    stuck.exit_code, stuck.answer = 1, Answer.SILENT
    world.pass_time(2)
    assert world.state_of("Pipelines") is State.STARTING

    other.exit_code = 1
    world.pass_time(1)

    assert other.launches == 2
    assert world.state_of("Pipelines") is State.STARTING


def test_services_that_fail_together_are_restarted_together_in_start_order(world: World) -> None:
    services = world.launched("Postgres", "Kafka broker", "Relay", "Lander")
    world.pass_time(2)
    world.events.clear()
    for service in reversed(services):
        service.exit_code = -9

    world.pass_time(1)

    again = [event for event in world.events if event.startswith("launch")]
    assert again == [f"launch {service.name}" for service in services]


def test_unresponsive_service_is_restarted(world: World) -> None:
    (frozen,) = world.launched("Relay")
    world.pass_time(10)
    frozen.answer = Answer.SILENT

    world.pass_time(HUNG_AFTER - 6)  # the response before that was up to 5 s ago
    assert frozen.launches == 1
    world.pass_time(12)

    assert frozen.launches == 2
    assert any("Relay gave no sign of life for 20 s" in line for line in world.lines)


def test_service_beyond_its_memory_limit_is_restarted(world: World) -> None:
    broker, other = (
        Fake("Kafka broker", world.events, memory_limit=512 * 2**20),
        Fake("Relay", world.events, memory=2**40),
    )
    world.launch(broker, other)
    broker.memory = broker.memory_limit or 0
    world.pass_time(10)
    assert broker.launches == 1

    broker.memory += 1
    world.pass_time(CHECK_EVERY)
    broker.memory = 0
    world.pass_time(10)

    assert (broker.launches, other.launches) == (2, 1)
    assert any("Kafka broker uses 512 MiB of 512" in line for line in world.lines)


def test_busy_service_is_not_stopped_for_slow_responses(world: World) -> None:
    (slow,) = world.launched("Web and API")
    world.pass_time(10)
    slow.answer = Answer.SILENT

    world.pass_time(BUSY_AFTER - 20, busy=slow)
    slow.answer = Answer.READY
    world.pass_time(600, busy=slow)

    assert slow.launches == 1


def test_busy_service_that_never_responds_is_restarted(world: World) -> None:
    (spinning,) = world.launched("Web and API")
    world.pass_time(10)
    spinning.answer = Answer.SILENT

    world.pass_time(BUSY_AFTER + 10, busy=spinning)

    assert spinning.launches == 2


def test_service_that_waits_for_another_is_not_restarted(world: World) -> None:
    (waiting,) = world.launched("Relay")
    world.pass_time(10)
    waiting.answer = Answer.ALIVE

    world.pass_time(1_000)

    assert waiting.launches == 1


def test_postgres_that_refuses_connections_and_does_not_recover_is_restarted(world: World) -> None:
    (refusing,) = world.launched("Postgres")
    world.pass_time(10)
    refusing.answer = Answer.REFUSING

    world.pass_time(HUNG_AFTER + 8, busy=refusing)

    assert refusing.launches == 2
    assert any("Postgres has refused to serve for 20 s" in line for line in world.lines)


def test_postgres_in_recovery_is_not_restarted(world: World) -> None:
    (recovering,) = world.launched("Postgres")
    world.pass_time(10)
    recovering.answer = Answer.ALIVE

    world.pass_time(1_000)

    assert recovering.launches == 1


def test_service_without_a_health_check_is_judged_by_its_processor_usage(world: World) -> None:
    idle = Fake("Jobs", world.events, has_health_check=False)
    working = Fake("Dagster daemon", world.events, has_health_check=False)
    world.launch(idle, working)

    world.pass_time(IDLE_AFTER + 10, busy=working)

    assert (idle.launches, working.launches) == (2, 1)


def test_start_that_takes_minutes_restarts_no_service(world: World) -> None:
    postgres, web = world.launched("Postgres", "Web and API")
    web.answer = Answer.SILENT

    world.pass_time(600, busy=web)
    web.answer = Answer.READY
    world.pass_time(1)

    assert (postgres.launches, web.launches) == (1, 1)
    assert world.state_of("Web and API") is State.RUNNING
    slow = [line for line in world.lines if "Web and API is still starting after" in line]
    assert len(slow) >= 5
    assert any("✓ Web and API" in line for line in world.lines)


def test_service_that_hangs_during_its_start_is_restarted(world: World) -> None:
    (hung,) = world.launched("Relay")
    hung.answer = Answer.SILENT

    world.pass_time(HUNG_STARTING_AFTER + 2)

    assert hung.launches == 2


def test_service_that_exits_during_its_first_start_aborts_the_start(world: World) -> None:
    (broken,) = world.launched("Relay")
    broken.exit_code = 1

    with pytest.raises(ServiceFailed, match="Relay did not start"):
        world.pass_time(1)


def test_restart_delays_grow_with_each_failure_and_reset_after_a_healthy_period(
    world: World,
) -> None:
    (falling,) = world.launched("Lander")
    pauses = []
    for _ in range(8):
        world.pass_time(1)
        falling.exit_code, before = 1, world.now
        world.supervisor.run_round()
        while falling.exit_code is not None:
            world.pass_time(0.5)
        pauses.append(world.now - before)
    world.pass_time(120)
    falling.exit_code = 1
    world.pass_time(1)

    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert falling.exit_code is None


def test_failed_launch_and_failed_kill_are_reported_and_retried(world: World) -> None:
    full, stuck = world.launched("Postgres", "Relay")
    world.pass_time(10)
    full.exit_code, full.launch_fails = 1, OSError(28, "No space left on device")
    stuck.exit_code, stuck.kill_fails = 1, PermissionError(1, "Operation not permitted")
    world.pass_time(10)
    full.launch_fails = stuck.kill_fails = None

    world.pass_time(40)

    assert {world.state_of(name) for name in ("Postgres", "Relay")} == {State.RUNNING}
    assert any("Postgres cannot be started: [Errno 28] No space left" in it for it in world.lines)
    assert any("Relay could not be killed: [Errno 1]" in line for line in world.lines)


def test_supervisor_that_was_suspended_itself_restarts_no_service(world: World) -> None:
    (service,) = world.launched("Relay")
    world.pass_time(10)
    service.answer = Answer.SILENT
    world.pass_time(5)

    world.now += 3_600  # Ctrl-Z, and fg after lunch
    world.supervisor.run_round()
    service.answer = Answer.READY
    world.pass_time(10)

    assert service.launches == 1


def test_slow_health_check_does_not_delay_other_services() -> None:
    lines: list[str] = []
    supervisor = Supervisor(say=lines.append)
    slow, quick = Fake("Web and API", []), Fake("Relay", [])
    slow.check = lambda: (time.sleep(1), Answer.READY)[1]  # type: ignore[method-assign]

    supervisor.launch(slow, quick)
    supervisor.await_ready()
    supervisor.stop()

    assert [line.split("✓ ")[1][:5] for line in lines] == ["Relay", "Web a"]

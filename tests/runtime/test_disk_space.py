"""Disk space: checked rarely, compared with a minimum, and reported with what uses it."""

from pathlib import Path

from runtime.disk_space import MB, DiskSpace, disk_space, free_bytes, largest_folders
from runtime.doctor import examine
from runtime.settings import Settings


class Disk:
    """A disk that the test fills and empties, and a clock."""

    def __init__(self) -> None:
        self.free = 600 * MB
        self.looks = 0
        self.now = 0.0

    def look(self, _: Path) -> int:
        self.looks += 1
        return self.free


def test_writing_is_refused_below_the_floor_until_space_is_available_again() -> None:
    disk = Disk()
    space = DiskSpace([Path("/var")], 500 * MB, free=disk.look, clock=lambda: disk.now)
    judged = []
    for free in (600, 499, 499, 500):
        disk.free, disk.now = free * MB, disk.now + 1
        judged.append(space.is_low())

    assert judged == [False, True, True, False]


def test_a_thousand_queries_per_second_check_the_disk_once() -> None:
    disk = Disk()
    space = DiskSpace([Path("/var")], 500 * MB, free=disk.look, clock=lambda: disk.now)
    for _ in range(1000):
        space.is_low()

    assert disk.looks == 1


def test_free_space_is_measured_even_before_the_folder_exists(tmp_path: Path) -> None:
    assert free_bytes(tmp_path / "not" / "there") > 0


def test_only_disks_that_waypost_writes_to_are_checked(settings: Settings) -> None:
    external = settings.model_copy(update={"s3_bucket": "files"})

    assert [folder.name for folder in disk_space(settings).folders] == ["lake", "objects"]
    assert disk_space(external).folders == ()


def test_doctor_lists_the_largest_folders_and_suggests_a_remedy(tmp_path: Path) -> None:
    for name, size in (("logs", 3 * MB), ("lake/events", 5 * MB), ("run", 1000)):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"x" * size)
    full = Settings(_env_file=None, var_dir=tmp_path, disk_floor_mb=10**9)  # type: ignore[call-arg]

    (found,) = (one for one in examine(full) if one.name == "disk")

    assert [folder.name for folder, _ in largest_folders(tmp_path, 2)] == ["lake", "logs"]
    assert found.state == "fail"
    assert found.text.index(str(tmp_path / "lake")) < found.text.index(str(tmp_path / "logs"))
    assert "logs may be deleted" in found.advice

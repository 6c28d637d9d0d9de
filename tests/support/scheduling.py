"""How the tests of a run are distributed to workers: whole files, and the browser journeys as if they were one file."""

from xdist.scheduler.loadfile import LoadFileScheduling
from xdist.workermanage import WorkerController


class OneProduct(LoadFileScheduling):
    """Distributes files in the order of their collection, and those of the browser as if they were one file."""

    def _split_scope(self, nodeid: str) -> str:
        return "tests/e2e" if nodeid.startswith("tests/e2e/") else super()._split_scope(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Return the test in which a worker died; None if it had no tests left.

        Its other remaining tests go to the next free worker. pytest-xdist would append them at the end, together with
        the test that killed the worker and with files that were finished: a worker that gets one of those waits
        forever.
        """
        files = self.assigned_work.pop(node)
        left = [
            (file, test)
            for file, tests in files.items()
            for test, done in tests.items()
            if not done
        ]
        if not left:
            return None
        rest: dict[str, dict[str, bool]] = {}
        for file, test in left[1:]:
            rest.setdefault(file, {})[test] = False
        self.workqueue.update(rest)
        for file in reversed(rest):
            self.workqueue.move_to_end(file, last=False)
        self.schedule()
        return left[0][1]

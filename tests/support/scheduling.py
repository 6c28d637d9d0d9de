"""Which worker of a test run gets what: whole files, and the journeys in a browser as if they were one."""

from xdist.scheduler.loadfile import LoadFileScheduling
from xdist.workermanage import WorkerController


class OneProduct(LoadFileScheduling):
    """Files in the order of their collection, the browser's as if they were one file."""

    def _split_scope(self, nodeid: str) -> str:
        return "tests/e2e" if nodeid.startswith("tests/e2e/") else super()._split_scope(nodeid)

    def remove_node(self, node: WorkerController) -> str | None:
        """Gives the test that a worker died in, None if it had nothing left.

        What else was left goes to the next worker that is free. pytest-xdist would put it at the end, once more
        with the test that killed the worker, and with files that were done: a worker that is given one of those
        waits for ever.
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

"""Running queued jobs inside a test, with the real worker."""

from concurrent.futures import ThreadPoolExecutor

from api.apps.job_modules import load
from api.jobs.worker import run_queued
from runtime.settings import Settings


def run_jobs(settings: Settings) -> None:
    """Run all jobs that are queued now, in a thread, because this thread may run a browser's event loop."""
    load()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(run_queued, settings).result()

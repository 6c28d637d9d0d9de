"""Doing queued jobs inside a test, by the worker itself."""

from concurrent.futures import ThreadPoolExecutor

from api.apps.job_modules import load
from api.jobs.worker import run_queued
from runtime.settings import Settings


def run_jobs(settings: Settings) -> None:
    """Do all jobs that are queued now, in a thread: a browser's event loop may run in this one."""
    load()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(run_queued, settings).result()

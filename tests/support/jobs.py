"""Doing queued jobs inside a test, by the worker itself."""

from api.apps.job_modules import load
from api.jobs.worker import run_queued
from runtime.settings import Settings


def run_jobs(settings: Settings) -> None:
    """Do all jobs that are queued now."""
    load()
    run_queued(settings)

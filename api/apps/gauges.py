"""Gauges of the event road, read when somebody scrapes: depth, age, lags, watermark."""

from sqlalchemy import Engine

from runtime.settings import Settings


def refresh(engine: Engine, settings: Settings) -> None:
    """Read the gauges' present values."""

"""The device on which a journey runs."""

import os
from typing import get_args

import pytest

from tests.e2e.browser import Device, Theme

EVERY_DEVICE = "WAYPOST_TEST_EVERY_DEVICE" in os.environ
"""Run each journey on both devices, which takes half as long again."""

_LOOKS: dict[Device, Theme] = {"desktop": "light", "phone": "dark"}


def _devices(chosen: Device) -> tuple[Device, ...]:
    return get_args(Device) if EVERY_DEVICE else (chosen,)


def on(device: Device) -> pytest.MarkDecorator:
    """Run a journey on the device with the harder layout: a phone, unless it is about tables or a mouse.

    The screens themselves are checked on both, in test_every_screen.py.
    """
    return pytest.mark.parametrize("device", _devices(device))


def on_with_theme(device: Device, looks: dict[Device, Theme] = _LOOKS) -> pytest.MarkDecorator:
    """Do the same with a theme for each device."""
    return pytest.mark.parametrize(
        ("device", "theme"), [(it, looks[it]) for it in _devices(device)]
    )

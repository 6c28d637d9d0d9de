"""An external service has a folder of a known structure, which only the selection of its capability imports."""

import ast
import tomllib
from collections.abc import Iterator
from importlib import import_module

import pytest

from api.integrations.oauth_app import OAuthAppSettings
from api.integrations.vendors import VENDOR_SETTINGS, require_vendor_settings
from runtime import doctor
from runtime.doctor import examine
from runtime.settings import ROOT, Settings
from runtime.vendor_settings import GROUP, VendorSettings, read_vendor_settings
from tests.architecture.sources import named, trees

INTEGRATIONS = ROOT / "api" / "integrations"
MAY_HOLD = {"__init__", "config", "client", "adapter", "webhooks", "sandbox"}
MUST_HOLD = {"__init__", "config", "adapter"}
NO_VENDORS = {"ports", "sandbox"}
VENDORS = sorted(
    it.name
    for it in INTEGRATIONS.iterdir()
    if (it / "__init__.py").exists() and it.name not in NO_VENDORS
)
CAPABILITIES = {it.stem for it in (INTEGRATIONS / "ports").glob("[a-z]*.py")}


def imports_of(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a file imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (it.name for it in node.names)


@pytest.mark.parametrize("vendor", VENDORS)
def test_vendor_folder_has_the_standard_files(vendor: str) -> None:
    files = {it.stem for it in (INTEGRATIONS / vendor).glob("*.py")}

    assert files >= MUST_HOLD
    assert files <= MAY_HOLD


@pytest.mark.parametrize("vendor", VENDORS)
def test_vendor_settings_are_in_its_own_module_and_registered(vendor: str) -> None:
    config = import_module(f"api.integrations.{vendor}.config")
    declared = [
        it
        for it in vars(config).values()
        if isinstance(it, type)
        and issubclass(it, VendorSettings)
        and it not in (VendorSettings, OAuthAppSettings)
    ]

    assert [it.__module__ for it in declared] == [config.__name__]
    assert declared[0] in VENDOR_SETTINGS
    assert declared[0].vendor
    assert declared[0].without
    assert declared[0].model_config["env_prefix"]


def test_each_capability_has_a_module_that_chooses_its_adapter() -> None:
    chosen = {it.stem for it in INTEGRATIONS.glob("*.py")}
    assert chosen >= CAPABILITIES


def test_only_choosing_modules_import_vendors() -> None:
    vendors = tuple(f"api.integrations.{it}." for it in VENDORS)
    choices = {INTEGRATIONS / f"{it}.py" for it in (*CAPABILITIES, "vendors")}

    reaching = {
        named(path)
        for path, tree in trees(r"\bapi\.integrations\.", floors=("api",))
        for module in imports_of(tree)
        if module.startswith(vendors)
        and path not in choices
        and not module.startswith(f"api.integrations.{path.parent.name}.")
    }

    assert not reaching


def test_environment_variables_of_other_programs_do_not_change_vendor_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kind in VENDOR_SETTINGS:
        before = kind(_env_file=None)  # type: ignore[call-arg]
        for name in kind.model_fields:
            monkeypatch.setenv(name.upper(), "8")

        assert kind(_env_file=None) == before  # type: ignore[call-arg]


def test_runtime_finds_the_vendors_by_entry_point() -> None:
    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    module, _, name = points[GROUP]["integrations"].partition(":")

    assert getattr(import_module(module), name) is VENDOR_SETTINGS


def test_doctor_names_the_misconfigured_vendor(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_read = Settings(_env_file=None, var_dir=settings.var_dir)  # type: ignore[call-arg]
    monkeypatch.setattr(doctor, "contributed_vendor_settings", lambda: list(VENDOR_SETTINGS))
    monkeypatch.setenv("TWILIO_ACCOUNT_SID", f"AC{'0' * 32}")
    monkeypatch.setenv("WAYPOST_SMTP_HOST", "mail.example")
    read_vendor_settings.cache_clear()

    try:
        found = {it.name: it for it in examine(as_read)}
        with pytest.raises(ValueError, match="TWILIO_AUTH_TOKEN"):
            require_vendor_settings(as_read)
    finally:
        read_vendor_settings.cache_clear()

    assert found["Twilio"].state == "fail"
    assert "TWILIO_AUTH_TOKEN" in found["Twilio"].text
    assert found["SMTP"].text == "set up"
    assert found["OpenAI"].text.startswith("not set up: ")

"""Everything named in deploy/ and compose.yaml exists: commands, settings, ports, files, the launcher's fields."""

import json
import re
from importlib.metadata import entry_points
from typing import Any

import pytest
import yaml

from runtime.cli import GROUP
from runtime.settings import ROOT, Settings
from tests.support.settings_table import SETTINGS_CLASSES

SHAPES = {
    "ConfigMap": "V1ConfigMap",
    "Deployment": "V1Deployment",
    "Job": "V1Job",
    "Role": "V1Role",
    "RoleBinding": "V1RoleBinding",
    "Service": "V1Service",
    "ServiceAccount": "V1ServiceAccount",
}
OBJECTS: list[dict[str, Any]] = list(
    yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text())
)
COMPOSED: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
VARIABLES = {
    str(name)
    for kind in SETTINGS_CLASSES
    for field in kind.model_fields.values()
    for name in getattr(field.validation_alias, "choices", ())
}


class Answer:
    """What the Kubernetes client accepts as a response of a cluster."""

    def __init__(self, held: dict[str, Any]) -> None:
        self.data = json.dumps(held)


def pods() -> dict[str, dict[str, Any]]:
    """Return the pod specifications by the name of their Deployment or Job."""
    return {
        held["metadata"]["name"]: held["spec"]["template"]["spec"]
        for held in OBJECTS
        if held["kind"] in {"Deployment", "Job"}
    }


def commands() -> list[list[str]]:
    """Return the commands with which containers are started, in the cluster and by compose."""
    found = [pod["containers"][0]["command"] for pod in pods().values()]
    ours = [it for it in COMPOSED["services"].values() if "build" in it]
    return found + [it["command"] for it in ours if "command" in it]


@pytest.mark.parametrize("held", OBJECTS, ids=lambda held: f"{held['kind']}-{held['metadata']}")
def test_every_setting_of_the_cluster_is_a_known_field(held: dict[str, Any]) -> None:
    from kubernetes.client import ApiClient  # takes a second, which other workers need not spend

    client = ApiClient()

    understood = client.sanitize_for_serialization(
        client.deserialize(Answer(held), SHAPES[held["kind"]])
    )

    assert understood == held


def test_every_container_command_exists() -> None:
    ours = {point.name for point in entry_points(group=GROUP)}

    named = {command[1] for command in commands() if command[0] == "waypost"}
    others = {command[0] for command in commands()} - {"waypost"}
    modules = {command[2] for command in commands() if command[:2] == ["python", "-m"]}

    assert named == {"api", "jobs", "land", "migrate", "relay"}
    assert named <= ours
    assert others == {"dagster", "dagster-daemon", "dagster-webserver", "python"}
    assert modules == {"pipelines.code_server"}


def test_probes_use_ports_on_which_a_process_listens() -> None:
    fields = Settings.model_fields
    asked = {
        name: pod["containers"][0]["livenessProbe"]["httpGet"]["port"]
        for name, pod in pods().items()
        if "livenessProbe" in pod["containers"][0]
    }

    assert asked == {
        "api": fields["port"].default,
        "relay": fields["relay_metrics_port"].default,
        "lander": fields["lander_metrics_port"].default,
    }


def test_metrics_are_scraped_on_their_own_ports_and_exposed_nowhere() -> None:
    fields = Settings.model_fields
    inner = {fields[f"{name}_metrics_port"].default for name in ("api", "relay", "lander")}
    scraped = {
        int(held["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"])
        for held in OBJECTS
        if "annotations" in held.get("spec", {}).get("template", {}).get("metadata", {})
    }
    offered = {
        port["targetPort"] if "targetPort" in port else port["port"]
        for held in OBJECTS
        if held["kind"] == "Service"
        for port in held["spec"]["ports"]
    }
    composed = {
        int(published.rpartition(":")[2])
        for service in COMPOSED["services"].values()
        for published in service.get("ports", [])
    }

    assert scraped == inner
    assert not inner & (offered | composed)


def test_compose_sets_only_variables_that_are_read() -> None:
    known = VARIABLES | {"DAGSTER_DATABASE_URL", "POSTGRES_PASSWORD"}

    assert set(COMPOSED["x-waypost"]["environment"]) <= known


def test_dagster_accepts_its_instance_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    from dagster._config import validate_config
    from dagster._core.instance.config import dagster_instance_config_schema
    from dagster_k8s import K8sRunLauncher

    monkeypatch.setenv("DAGSTER_DATABASE_URL", "postgresql://db/dagster")
    maps = {held["metadata"]["name"]: held for held in OBJECTS if held["kind"] == "ConfigMap"}
    cluster = yaml.safe_load(maps["dagster-instance"]["data"]["dagster.yaml"])
    alone = yaml.safe_load((ROOT / "deploy" / "dagster.yaml").read_text())

    for instance in (cluster, alone):
        outcome = validate_config(dagster_instance_config_schema(), instance)
        assert outcome.success, outcome.errors
    launcher_fields = K8sRunLauncher.config_type()  # type: ignore[no-untyped-call]
    launcher = validate_config(launcher_fields, cluster["run_launcher"]["config"])
    assert launcher.success, launcher.errors
    images = {pod["containers"][0]["image"] for pod in pods().values()}
    assert images == {cluster["run_launcher"]["config"]["job_image"]}


def test_every_run_has_a_time_limit_and_several_run_concurrently() -> None:
    maps = {held["metadata"]["name"]: held for held in OBJECTS if held["kind"] == "ConfigMap"}
    instances = [
        yaml.safe_load((ROOT / "dagster.yaml").read_text()),
        yaml.safe_load((ROOT / "deploy" / "dagster.yaml").read_text()),
        yaml.safe_load(maps["dagster-instance"]["data"]["dagster.yaml"]),
    ]

    for instance in instances:
        assert instance["run_monitoring"]["max_runtime_seconds"] > 0
        assert instance["run_monitoring"]["free_slots_after_run_end_seconds"] > 0
        assert instance["concurrency"]["runs"]["max_concurrent_runs"] > 1
        assert instance["concurrency"]["pools"]["default_limit"] == 1
        assert instance["run_retries"] == {
            "enabled": True,
            "max_retries": 1,
            "retry_on_asset_or_op_failure": False,
        }


def test_image_contains_everything_that_the_cluster_needs() -> None:
    built = (ROOT / "Dockerfile").read_text()

    wanted = re.findall(r"COPY ((?:\S+ )+)\S+\n", built)
    for names in wanted:
        for name in names.split():
            if not name.startswith(("--", "/")):
                assert (ROOT / name).exists(), name
    assert "dagster-k8s==" in (ROOT / "requirements" / "kubernetes.txt").read_text()


def test_only_migrations_and_jobs_connect_as_the_schema_owner() -> None:
    owners = {
        name
        for name, service in COMPOSED["services"].items()
        if "DATABASE_URL" in service.get("environment", {})
    }
    serving = COMPOSED["services"]["api"]["environment"]
    secret = {"secretRef": {"name": "waypost-owner", "optional": True}}
    pods_of_owner = {
        name for name, pod in pods().items() if secret in pod["containers"][0].get("envFrom", [])
    }

    assert owners == {"migrate", "jobs"}
    assert pods_of_owner == {"migrate", "jobs"}
    assert serving["POSTGRES_PASSWORD"] == ""
    assert not [url for url in serving.values() if "waypost:" in url and "://" in url]
    assert "superuser" not in COMPOSED["configs"]["databases"]["content"]

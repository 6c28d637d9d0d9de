"""The small server of /metrics and /healthz."""

import httpx2
import pytest
from prometheus_client import Counter

from runtime.embedded.process import ServiceFailed
from runtime.metrics import Health, MetricsServer

SENT = Counter("waypost_test_sent", "Records that a test sent")


def test_metrics_and_health_are_served() -> None:
    state = [Health(True), Health(False, "no Postgres")]
    SENT.inc(3)

    with MetricsServer(0, lambda: state.pop(0)) as server:
        base = f"http://127.0.0.1:{server.port}"
        well, ill = httpx2.get(f"{base}/healthz"), httpx2.get(f"{base}/healthz")
        metrics = httpx2.get(f"{base}/metrics")
        missing = httpx2.get(f"{base}/elsewhere")

    assert (well.status_code, ill.status_code, ill.text) == (200, 503, "no Postgres")
    assert "waypost_test_sent_total 3.0" in metrics.text
    assert missing.status_code == 404


def test_port_in_use_is_reported() -> None:
    with (
        MetricsServer(0, lambda: Health(True)) as first,
        pytest.raises(ServiceFailed, match=f"port {first.port} for metrics is in use"),
    ):
        MetricsServer(first.port, lambda: Health(True))

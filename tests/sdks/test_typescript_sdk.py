"""The tests of the TypeScript SDK, by Node's own runner."""

import subprocess

from runtime.settings import ROOT


def test_typescript_sdk_passes_its_own_tests() -> None:
    run = subprocess.run(
        ["node", "--test", "sdks/typescript/tests/sdk.test.ts"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert run.returncode == 0, run.stdout + run.stderr

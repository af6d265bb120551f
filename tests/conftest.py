"""What holds for every test: no real home, no stray settings, sockets and time limits by folder."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent
E2E_SECONDS = 120
KEPT_VARIABLES = ("HSM_EVAL_DATA", "HSM_EVAL_CACHE", "HSM_TEST_")

settings.register_profile("hindsight", deadline=None, derandomize="CI" in os.environ, database=None)
settings.load_profile("hindsight")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Contracts and e2e may open sockets; e2e has more time unless a test says otherwise."""
    for item in items:
        inside = item.path.relative_to(ROOT).parts[0] if item.path.is_relative_to(ROOT) else ""
        if inside == "e2e":
            item.add_marker("e2e")
        is_e2e = item.get_closest_marker("e2e") is not None
        if is_e2e or inside == "contracts":
            item.add_marker("enable_socket")
        if is_e2e and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(E2E_SECONDS))


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No setting of the person at the keyboard reaches a test, and no test reaches their home."""
    for name in list(os.environ):
        if name.startswith("HSM_") and not name.startswith(KEPT_VARIABLES):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path_factory.getbasetemp() / "home"))

"""The import rules: the layers by import-linter, what it cannot say by reading the imports."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, SOURCE, imported_names, module_name, python_files

OWN = "hindsight_memory"
# Beside the standard library, and only there.
PURE_LIBRARIES = {
    f"{OWN}.domain.delta": {"regex"},
    f"{OWN}.domain.recall": {"numpy"},
    f"{OWN}.domain.review": {"numpy"},
}
# evals and testing drive an App of their own, with settings that they are given or make.
READS_SETTINGS = tuple(f"{OWN}.{name}" for name in ("settings", "bootstrap", "entrypoints.cli", "evals", "testing"))
NAMES_ADAPTERS = (f"{OWN}.adapters", f"{OWN}.bootstrap")


def inside(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def imports_of(package: str) -> Iterator[tuple[str, str]]:
    """Pairs (our module, what it imports) of one of our packages."""
    for path in python_files(SOURCE):
        name = module_name(path)
        if inside(name, (package,)):
            yield from ((name, imported) for imported in imported_names(path))


@pytest.mark.timeout(60)
def test_import_linter_keeps_every_contract() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("layer", ["domain", "ports", "services"])
def test_the_core_imports_the_standard_library_and_itself(layer: str) -> None:
    def allowed(name: str, imported: str) -> bool:
        top = imported.split(".")[0]
        extra = {lib for package, libs in PURE_LIBRARIES.items() if inside(name, (package,)) for lib in libs}
        return top == OWN or top in sys.stdlib_module_names or top in extra

    strangers = [pair for pair in imports_of(f"{OWN}.{layer}") if not allowed(*pair)]
    assert strangers == []


def test_the_domain_does_no_input_output_and_reads_no_clock() -> None:
    forbidden = {"socket", "sqlite3", "subprocess", "threading", "time", "random", "secrets", "asyncio"}
    found = [pair for pair in imports_of(f"{OWN}.domain") if pair[1].split(".")[0] in forbidden]
    assert found == []


def test_settings_are_read_where_apps_are_made_alone() -> None:
    readers = {name for name, imported in imports_of(OWN) if inside(imported, (f"{OWN}.settings",))}
    assert {name for name in readers if not inside(name, READS_SETTINGS)} == set()


def test_only_bootstrap_names_adapters() -> None:
    users = {name for name, imported in imports_of(OWN) if inside(imported, (f"{OWN}.adapters",))}
    assert {name for name in users if not inside(name, NAMES_ADAPTERS)} == set()


@pytest.mark.parametrize(("part", "beside"), [("client", []), ("integrations", ["client"])])
def test_the_client_knows_only_the_wire_and_the_domain_and_integrations_the_client(
    part: str, beside: list[str]
) -> None:
    allowed = tuple(f"{OWN}.{name}" for name in (part, "wire", "domain", *beside))
    own = [pair for pair in imports_of(f"{OWN}.{part}") if pair[1].startswith(f"{OWN}.")]
    assert [pair for pair in own if not inside(pair[1], allowed)] == []


def test_one_integration_knows_one_framework() -> None:
    frameworks = {"pydantic_ai", "langgraph", "agents"}
    found = {
        name: {top for _, imported in imports_of(name) if (top := imported.split(".")[0]) in frameworks}
        for name in (f"{OWN}.integrations.{one}" for one in ("pydantic_ai", "langgraph", "openai_agents"))
    }
    assert [len(known) for known in found.values()] == [1, 1, 1]

"""What people install is the wheel: it is built, opened, and imported without the source tree."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT, SOURCE

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.mark.requirement("RUN-3")
def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    files = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - inside == set()
    assert "hindsight_memory/py.typed" in inside
    assert any("/migrations/versions/" in name for name in inside)


@pytest.mark.requirement("RUN-3")
def test_the_wheel_runs_without_the_source_tree(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import hindsight_memory, pathlib; "
        "assert pathlib.Path(hindsight_memory.__file__).is_relative_to(sys.argv[1]); "
        "from hindsight_memory.entrypoints.cli.main import run; "
        "sys.argv[1:] = ['write', 'The build needs Node 20.', '--json', '--home', sys.argv[2]]; run()"
    )
    home = str(tmp_path / "home")
    done = subprocess.run([sys.executable, "-c", program, str(site), home], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"memory_id"' in done.stdout

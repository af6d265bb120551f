"""A small Python project in a temporary folder, and the tools with which an agent works on it.

The project pins two vendored packages, each a plain folder per release; its build is its tests, run by another
Python process with the pinned folders on its path. Nothing is installed and nothing is downloaded.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from hindsight_memory.entrypoints.cli.demo.versions import numbers

PINS = "pins.txt"
VENDOR = "vendor"
_BUILD_SECONDS = 30
# Python files travel as plain text, so that no tool takes the demo's project for part of this one.
_SUFFIX = ".py.txt"


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool gave back, and whether it worked."""

    text: str
    ok: bool = True


def lay_out(project: str, folder: Path) -> Workshop:
    """Copy a project and the vendored packages into ``folder`` and return it as a place to work."""
    files = resources.files("hindsight_memory.entrypoints.cli.demo") / "files"
    _copy(files / project, folder / project)
    _copy(files / VENDOR, folder / VENDOR)
    return Workshop(folder, project)


def _copy(source: Traversable, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _copy(entry, target / entry.name)
        else:
            name = entry.name.removesuffix(".txt") if entry.name.endswith(_SUFFIX) else entry.name
            (target / name).write_bytes(entry.read_bytes())


@dataclass(frozen=True, slots=True)
class Workshop:
    """One project's folder with its tools. Paths are relative to it and cannot leave it."""

    folder: Path
    project: str

    def list_files(self, path: str) -> ToolAnswer:
        """The names in a folder, one a line."""
        place = self._inside(path)
        if place is None or not place.is_dir():
            return ToolAnswer(f"{path}: no such folder", ok=False)
        return ToolAnswer("\n".join(sorted(entry.name for entry in place.iterdir())))

    def read_file(self, path: str) -> ToolAnswer:
        """The text of a file."""
        place = self._inside(path)
        if place is None or not place.is_file():
            return ToolAnswer(f"{path}: no such file", ok=False)
        return ToolAnswer(place.read_text(encoding="utf-8").strip())

    def edit_pin(self, package: str, release: str) -> ToolAnswer:
        """Pin another release of a package."""
        file = self.folder / self.project / PINS
        before = file.read_text(encoding="utf-8")
        line = re.compile(rf"^{re.escape(package)}==(\S+)$", re.MULTILINE)
        found = line.search(before)
        if found is None:
            return ToolAnswer(f"{PINS} does not pin {package}", ok=False)
        file.write_text(line.sub(f"{package}=={release}", before), encoding="utf-8")
        return ToolAnswer(f"{PINS}: {found[0]} -> {package}=={release}")

    def run_tests(self) -> ToolAnswer:
        """The build: the project's tests in a Python process of its own, with the pinned releases on its path."""
        folders = [self.folder / VENDOR / f"{name}-{release}" for name, release in self.pins().items()]
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HSM_"))},
            "PYTHONPATH": os.pathsep.join(map(str, folders)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "unittest", "discover"],
                cwd=self.folder / self.project,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_BUILD_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ToolAnswer(f"the tests did not end within {_BUILD_SECONDS} s", ok=False)
        output = (done.stdout + done.stderr).replace(str(self.folder) + os.sep, "")
        return ToolAnswer(f"{output.strip()}\nexit code {done.returncode}", ok=done.returncode == 0)

    def pins(self) -> dict[str, str]:
        """The pinned release of each package."""
        text = (self.folder / self.project / PINS).read_text(encoding="utf-8")
        return dict(line.split("==", 1) for line in text.splitlines() if "==" in line)

    def clear(self) -> None:
        """Remove the folder with everything in it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _inside(self, path: str) -> Path | None:
        place = (self.folder / path).resolve()
        return place if place.is_relative_to(self.folder.resolve()) else None


def releases_of(package: str, listing: str) -> list[str]:
    """Return the releases of a package in a listing of vendored folders, oldest first."""
    found = re.findall(rf"^{re.escape(package)}-(\d+(?:\.\d+)*)$", listing, re.MULTILINE)
    return sorted(found, key=numbers)

"""The repository as data: which files it has and what the Python ones say."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "hindsight_memory"
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def python_files(*folders: Path) -> list[Path]:
    return sorted(file for folder in folders for file in folder.rglob("*.py") if file.is_file())


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, FUNCTION):
            yield node


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_names(path: Path) -> Iterator[str]:
    """Every module that the file imports, absolute, wherever in the file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _imported_from(node, path)


def _imported_from(node: ast.ImportFrom, path: Path) -> Iterator[str]:
    base = node.module or ""
    if node.level:
        package = module_name(path).split(".")
        if path.name != "__init__.py":
            package = package[:-1]
        package = package[: len(package) - node.level + 1]
        base = ".".join([*package, base] if base else package)
    yield base
    if base.startswith("hindsight_memory"):
        yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
def own_files() -> list[Path]:
    """Files that belong to the repository: tracked or about to be, never ignored ones."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode("utf-8")
    return sorted(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def own_texts() -> Iterator[tuple[Path, str]]:
    for path in own_files():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue

"""One word per thing: docs/words.md. The other words do not appear in names."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hindsight_memory
from tests.architecture.repository import SOURCE, module_name, python_files, relative, tree

TOP_LEVEL = {
    "adapters",
    "bootstrap",
    "client",
    "domain",
    "entrypoints",
    "evals",
    "integrations",
    "ports",
    "services",
    "settings",
    "testing",
    "wire",
}
NO_MODULE = {"base", "common", "data", "helper", "helpers", "info", "manager", "misc", "util", "utils"}
NO_WORD = {"helper", "helpers", "impl", "manager", "reflection", "suggestion", "tenant", "util", "utils"}
NO_PROTOCOL = re.compile(r"^(I[A-Z][a-z]|Base[A-Z]|Abstract[A-Z])|(Protocol|Interface)$")


def words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def definitions(path: Path) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node


def test_the_package_has_only_the_parts_of_the_architecture() -> None:
    found = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert {name for name in found if not name.startswith("__")} <= TOP_LEVEL


def test_no_module_is_a_drawer_for_everything() -> None:
    parts = {relative(path): {path.stem, path.parent.name} for path in python_files(SOURCE)}
    assert [name for name, stems in parts.items() if stems & NO_MODULE] == []


def test_no_class_or_function_carries_a_word_of_the_other_column() -> None:
    found = [
        f"{relative(path)}: {name}"
        for path in python_files(SOURCE)
        for name, _ in definitions(path)
        if words(name) & NO_WORD
    ]
    assert found == []


def test_protocols_are_plain_nouns() -> None:
    found = [
        f"{relative(path)}: {name}"
        for path in python_files(SOURCE)
        for name, node in definitions(path)
        if isinstance(node, ast.ClassDef) and NO_PROTOCOL.search(name)
    ]
    assert found == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        relative(path) for path in python_files(SOURCE) if tree(path).body and ast.get_docstring(tree(path)) is None
    ]
    assert silent == []


@pytest.mark.timeout(60)
def test_every_name_in_all_exists() -> None:
    missing: list[str] = []
    for path in python_files(SOURCE):
        if any(isinstance(node, ast.Assign) and "__all__" in _targets(node) for node in tree(path).body):
            module = importlib.import_module(module_name(path))
            missing += [f"{module.__name__}.{name}" for name in module.__all__ if not hasattr(module, name)]
    assert missing == []


def test_every_public_name_of_the_package_loads() -> None:
    names: list[str] = hindsight_memory.__all__
    assert "__version__" in names
    assert [name for name in names if not hasattr(hindsight_memory, name)] == []


def _targets(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}

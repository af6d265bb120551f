"""Requirements are data, checked both ways: no promise without a test, no test for a promise nobody made."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator

from tests.architecture.repository import TESTS, python_files, relative, tree

FIELDS = {"id", "section", "item", "status", "text"}
ITEMS = {"A", "B", "C", "D", "later"}
STATUSES = {"done", "planned"}
SECTIONS = set(range(2, 14))


def entries() -> list[dict[str, str | int]]:
    file = TESTS / "requirements.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))["requirement"]


def carried() -> Iterator[tuple[str, str]]:
    """Pairs (requirement id, file of the test that carries it)."""
    for path in python_files(TESTS):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.requirement":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{relative(path)}: write the id out"
                    yield str(argument.value), relative(path)


def test_every_entry_is_complete() -> None:
    wrong = [
        entry
        for entry in entries()
        if set(entry) != FIELDS
        or entry["item"] not in ITEMS
        or entry["status"] not in STATUSES
        or entry["section"] not in SECTIONS
        or not str(entry["text"]).endswith(".")
    ]
    assert wrong == []


def test_no_id_stands_twice() -> None:
    assert [name for name, times in Counter(entry["id"] for entry in entries()).items() if times > 1] == []


def test_every_id_in_a_test_is_a_promise() -> None:
    known = {entry["id"] for entry in entries()}
    assert [pair for pair in carried() if pair[0] not in known] == []


def test_every_promise_that_is_done_has_a_test() -> None:
    tested = {name for name, _ in carried()}
    untested = [entry["id"] for entry in entries() if entry["status"] == "done" and entry["id"] not in tested]
    assert untested == []

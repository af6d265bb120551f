"""One table of errors: every class has its own code, a known category and a line in the docs."""

import ast
import builtins
from collections import Counter
from collections.abc import Iterator

import pytest

from hindsight_memory.domain.errors import Category, HindsightError
from tests.architecture.repository import DOCS, SOURCE, python_files, relative, tree


def subclasses(parent: type[HindsightError]) -> Iterator[type[HindsightError]]:
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


# Not those of other tests, which may be loaded before this one.
OURS = {error for error in subclasses(HindsightError) if error.__module__.startswith("hindsight_memory.")}
KNOWN = sorted(OURS, key=lambda error: error.__name__)


def test_all_errors_stand_in_one_file() -> None:
    bases = {HindsightError.__name__, *(error.__name__ for error in KNOWN)}
    elsewhere = [
        f"{relative(path)}: {node.name}"
        for path in python_files(SOURCE)
        if path != SOURCE / "domain" / "errors.py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and bases & {ast.unparse(base).split(".")[-1] for base in node.bases}
    ]
    assert elsewhere == []


def test_every_code_is_unique() -> None:
    times = Counter(error.code for error in KNOWN)
    assert [code for code, count in times.items() if count > 1] == []


@pytest.mark.parametrize("error", KNOWN, ids=lambda error: error.__name__)
def test_an_error_has_a_category_a_message_and_a_docs_entry(error: type[HindsightError]) -> None:
    assert error.category in set(Category)
    assert (error.__doc__ or "").strip().endswith(".")
    assert not hasattr(builtins, error.__name__)
    assert f"| `{error.code}` |" in (DOCS / "errors.md").read_text(encoding="utf-8")
    assert str(error()) == (error.__doc__ or "").strip().splitlines()[0]


def test_unavailable_things_are_worth_trying_again_and_damaged_ones_are_not() -> None:
    assert [error for error in KNOWN if error.category is Category.UNAVAILABLE and not error.retryable] == []
    never = {Category.INVALID, Category.UNAUTHENTICATED, Category.FORBIDDEN, Category.NOT_FOUND, Category.CORRUPT}
    assert [error for error in KNOWN if error.category in never and error.retryable] == []

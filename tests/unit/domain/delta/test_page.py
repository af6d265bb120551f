"""The page for users tells the truth: every example in it is computed."""

import re

import pytest

from tests.architecture.repository import DOCS
from tests.unit.domain.delta.table import compared

PAGE = (DOCS / "decisions-delta.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\|(?: (\w+) \|)? `([^`]+)` \| (.+?) \| (met|violated|unknown)(?:: (\w+))? \|$", re.MULTILINE)


def examples() -> list[tuple[str, str, str, str, str]]:
    """Kind, expected, what happened, result, reason."""
    found: list[tuple[str, str, str, str, str]] = []
    for section in PAGE.split("\n## ")[1:]:
        heading = section.split("\n")[0]
        for row in ROW.finditer(section):
            kind, expected, text, result, reason = row.groups(default="")
            found.append((kind or heading, expected, text, result, reason))
    return found


@pytest.mark.parametrize(("kind", "expected", "text", "result", "reason"), examples())
def test_an_example_of_the_page_holds(kind: str, expected: str, text: str, result: str, reason: str) -> None:
    delta = compared(kind, expected, text)
    assert (delta.result.value, delta.reason) == (result, reason or delta.reason)


def test_the_page_has_examples_of_every_kind() -> None:
    kinds = {kind for kind, *_ in examples()}
    assert kinds == {"equals", "contains", "absent", "matches", "range", "status", "exit_code", "json_path", "changed"}
    assert len(examples()) == len(re.findall(r"\| (?:met|violated|unknown)(?:: \w+)? \|$", PAGE, re.MULTILINE))

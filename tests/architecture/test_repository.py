"""Nothing in the repository speaks of the place it was written in, and nothing in it is secret."""

import re

import pytest

from tests.architecture.repository import ROOT, own_files, own_texts, relative

# Put together here so that this file does not contain what it looks for.
PLACES = [
    re.compile("/" + "work/"),
    re.compile("/" + r"home/(?!user\b|me\b|alice\b|dev\b|agent\b)\w+"),
    re.compile("/" + r"Users/(?!me\b|alice\b|dev\b|name\b)\w+"),
    re.compile("file" + "://" + r"/(?:opt|root|srv)"),
]
REGISTRIES = re.compile("|".join(["pypi" + r"\.org", "python" + r"hosted\.org", "find" + "-links", "index" + "-url"]))
SECRETS = [
    re.compile("-----BEGIN " + r"[A-Z ]*PRIVATE KEY-----"),
    re.compile(r"\bAKIA" + r"[0-9A-Z]{16}\b"),
    re.compile(r"\bghp_" + r"[A-Za-z0-9]{36}\b"),
    re.compile(r"\bsk-" + r"(?:ant-|proj-)?[A-Za-z0-9_-]{32,}\b"),
]
MEBIBYTE = 1 << 20


@pytest.mark.parametrize("pattern", PLACES, ids=lambda pattern: pattern.pattern)
def test_no_file_names_a_place_on_somebodys_machine(pattern: re.Pattern[str]) -> None:
    assert [relative(path) for path, text in own_texts() if pattern.search(text)] == []


@pytest.mark.parametrize("pattern", SECRETS, ids=lambda pattern: pattern.pattern)
def test_no_file_holds_a_secret(pattern: re.Pattern[str]) -> None:
    inside_tests = ("tests/unit/domain/defence/",)
    found = [relative(path) for path, text in own_texts() if pattern.search(text)]
    assert [name for name in found if not name.startswith(inside_tests)] == []


def test_the_build_names_no_registry() -> None:
    names = ("requirements.lock", "pyproject.toml", "Makefile", ".ci/run")
    assert [name for name in names if REGISTRIES.search((ROOT / name).read_text(encoding="utf-8"))] == []


def test_every_line_of_the_lock_file_is_exact_and_hashed() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


def test_no_file_is_large() -> None:
    assert {relative(path) for path in own_files() if path.stat().st_size > MEBIBYTE} == set()

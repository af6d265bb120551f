"""Docs fail when they lie: every command, option and setting in them exists."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from docs.tools.reference import pages
from hindsight_memory.entrypoints.cli.main import app
from tests.architecture.repository import DOCS, ROOT, relative

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(hsm [^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE_PATH = re.compile(r"`((?:src|tests|docs|benchmarks)/[\w./-]+)`")


def commands(text: str) -> Iterator[str]:
    """The `hsm …` lines of a page, in fences and in running text."""
    for _, body in FENCE.findall(text):
        for line in body.replace("\\\n", " ").splitlines():
            found = re.search(r"(?:^|\s|\()(hsm [^|>#)]*)", line.removeprefix("$ "))
            if found and not line.lstrip().startswith("#"):
                yield found.group(1).strip()
    yield from INLINE.findall(FENCE.sub("", text))


def options_of(command: Any) -> dict[str, bool]:
    """Every option of a command, and whether a value follows it."""
    options = [param for param in command.params if param.param_type_name == "option"]
    return {name: not param.is_flag for param in options for name in [*param.opts, *param.secondary_opts]}


def complaint(line: str) -> str | None:
    """Walk one command down the tree of the command line; say where it leaves it."""
    command: Any = typer.main.get_command(app)
    options = {"--help": False, **options_of(command)}
    words = shlex.split(line.replace("…", " "))[1:]
    while words:
        word = words.pop(0)
        if word.startswith("--"):
            name, _, value = word.partition("=")
            if name not in options:
                return f"{line}: no option {name}"
            if options[name] and not value:
                words = words[1:]
        elif hasattr(command, "commands"):
            if word not in command.commands:
                return f"{line}: no command {word}"
            command = command.commands[word]
            options |= options_of(command)
    return None


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_command_in_the_docs_exists(page: Path) -> None:
    found = (complaint(line) for line in commands(page.read_text(encoding="utf-8")))
    assert [text for text in found if text] == []


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_and_path_in_the_docs_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [page.parent / link for link in LINK.findall(text) if "://" not in link]
    targets += [ROOT / path for path in CODE_PATH.findall(text)]
    assert [str(target) for target in targets if not target.exists()] == []


def test_every_page_for_users_is_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in reached:
            reached.add(page)
            links = [(page.parent / link).resolve() for link in LINK.findall(page.read_text(encoding="utf-8"))]
            ahead += [link for link in links if link.suffix == ".md" and link.exists()]
    assert [relative(page) for page in DOCS.glob("*.md") if page.resolve() not in reached] == []


@pytest.mark.parametrize("name", ["cli.md", "errors.md", "settings.md"])
def test_the_written_reference_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run make docs"


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    groups: dict[str, list[str]] = project["dependency-groups"]
    wanted: list[str] = sum([*extras.values(), *groups.values()], list(project["project"]["dependencies"]))
    names = {re.split(r"[\[>=<; ]", line)[0] for line in wanted}
    explained = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    assert {name for name in names if f"`{name}`" not in explained} == set()

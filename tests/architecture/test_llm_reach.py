"""Where an LLM can be called from: the review alone. What is written or searched never reaches it."""

import pytest

from tests.architecture.repository import SOURCE, imported_names, module_name, python_files

OWN = "hindsight_memory"
LLM = {f"{OWN}.ports.reviewer", f"{OWN}.services.allowance", f"{OWN}.services.second_look", f"{OWN}.services.advisor"}
FREE_OF_IT = [
    f"{OWN}.services.{name}"
    for name in ("memories", "admission", "recall", "neighbours", "indexing", "tasks", "drafting", "working", "brief")
]


def edges() -> dict[str, set[str]]:
    """Every module of ours with the modules of ours that it imports."""
    names = {module_name(path): path for path in python_files(SOURCE)}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        imported = {i if i in names else i.rpartition(".")[0] for i in imported_names(path)}
        found[name] = {i for i in imported if i in names}
    return found


def reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph[name]
    return seen


@pytest.mark.requirement("INV-6")
@pytest.mark.parametrize("module", FREE_OF_IT)
def test_writing_and_searching_import_nothing_that_asks_a_model(module: str) -> None:
    assert reached(module, edges()) & LLM == set()


@pytest.mark.requirement("INV-6")
def test_the_review_reaches_the_model_so_that_the_check_above_can_fail() -> None:
    assert reached(f"{OWN}.services.reviews", edges()) >= LLM

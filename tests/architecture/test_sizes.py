"""What separates good code from bad is the tail; here it is cut off."""

from tests.architecture.repository import DOCS, SOURCE, TESTS, functions, python_files, relative

FILE_LINES = 400
FUNCTION_LINES = 60


def test_no_python_file_is_longer_than_the_limit() -> None:
    sizes = {
        relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(SOURCE, TESTS, DOCS)
    }
    assert {name: lines for name, lines in sizes.items() if lines > FILE_LINES} == {}


def test_no_function_is_longer_than_the_limit() -> None:
    sizes = {
        f"{relative(path)}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in python_files(SOURCE, TESTS, DOCS)
        for node in functions(path)
    }
    assert {name: lines for name, lines in sizes.items() if lines > FUNCTION_LINES} == {}

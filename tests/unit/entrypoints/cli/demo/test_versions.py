"""Releases and requirements as the demo's agent reads them."""

import pytest

from hindsight_memory.entrypoints.cli.demo.versions import named_releases, numbers, requirements


def test_releases_compare_by_number_not_by_letter() -> None:
    assert numbers("1.10.0") > numbers("1.9")
    assert numbers("2") == numbers("2.0.0")


@pytest.mark.parametrize(
    ("text", "allowed", "refused"),
    [
        ("billcycle requires datebook>=1.2,<2 and more.", ["1.2.0", "1.9"], ["1.1", "2.0.0"]),
        ("Requires: datebook >= 1.2, < 2", ["1.4"], ["2.0"]),
        ("datebook!=1.3", ["1.2", "1.4"], ["1.3.0"]),
        ("datebook==1.4.0", ["1.4"], ["1.4.1"]),
    ],
)
def test_a_requirement_is_read_out_of_a_sentence(text: str, allowed: list[str], refused: list[str]) -> None:
    (found,) = requirements("datebook", text)
    assert [each for each in allowed if not found.allows(each)] == []
    assert [each for each in refused if found.allows(each)] == []


def test_a_requirement_on_another_package_does_not_count() -> None:
    assert requirements("datebook", "my-datebook<2, datebooks<2, datebook 2") == []


def test_releases_that_stand_after_the_package_are_named() -> None:
    assert named_releases("datebook", "datebook 2.0.0 fails, datebook==1.4.0 works, book 3.0") == ["2.0.0", "1.4.0"]

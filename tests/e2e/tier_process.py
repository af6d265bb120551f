"""What the process of ``test_tiers`` does: ``python tier_process.py retier|purge FOLDER``.

After each step of the archive it says which, and goes on when it reads a line."""

import sys
from pathlib import Path

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import NOW, commit
from tests.contracts.tiering import tiers


def step(name: str) -> None:
    sys.stdout.write(f"{name}\n")
    sys.stdout.flush()
    sys.stdin.readline()


def main(role: str, folder: Path) -> None:
    records = SqlRecords.open(folder, clock=FrozenClock(NOW))
    records.dialect.archive.step = step
    if role == "purge":
        commit(records, MemoryPurged("alpha", "secret", "asked for"))
    else:
        tiers(records, FrozenClock(NOW)).retier(Actor(agent="ann", any_space=True, default_space="alpha"))
    records.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

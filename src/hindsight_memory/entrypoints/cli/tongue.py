"""The language of what a command writes for people."""

from __future__ import annotations

import os
from enum import Enum


class Tongue(Enum):
    """The languages there are."""

    EN = "en"
    ZH = "zh"


def chosen(tongue: Tongue | None) -> str:
    """Return what was chosen, else the terminal's language: Chinese or English, as the locale variables say it."""
    if tongue is not None:
        return tongue.value
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "zh" if named.lower().startswith("zh") else "en"

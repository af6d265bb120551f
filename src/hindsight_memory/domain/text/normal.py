"""The one text normalisation: what enters is cleaned once, and texts are compared in one folded form."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_LINE_ENDS = re.compile(r"\r\n?|\u2028|\u2029|\x85")
# Commands to a terminal (ECMA-48): CSI with its parameters, OSC and other strings with their end, character sets.
# Without the whole of it, the rest of a colour would stay in the text.
_TERMINAL = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)"
    r"|\x1b[()][0-9A-Z]"
    r"|\x1b[78=>]"
)
# C0 controls other than tab and newline carry no meaning in a statement and break terminals and drivers.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x9b]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")
_CJK = r"\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
_SPACE_BY_CJK = re.compile(rf"(?<=[{_CJK}]) | (?=[{_CJK}])")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")
_QUOTES = {ord(c): "'" for c in "\u2018\u2019\u02bc"} | {ord(c): '"' for c in "\u201c\u201d"}
_END_MARKS = " .。!！;；"


def clean(text: str) -> str:
    """Return ``text`` as NFC UTF-8 with LF line ends and without NUL, controls, terminal sequences and lone
    surrogates, trimmed.

    Surrogate pairs that arrived as two code units are joined first; lone ones become U+FFFD.
    """
    joined = text
    if _SURROGATES.search(text):
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    joined = _LINE_ENDS.sub("\n", joined)
    if "\x1b" in joined or "\x9b" in joined:
        joined = _TERMINAL.sub("", joined)
    joined = _CONTROLS.sub("", joined)
    return unicodedata.normalize("NFC", joined).strip()


def fold(text: str) -> str:
    """Return the form in which two texts are compared: width, case, dashes, quotes and spacing folded."""
    folded = unicodedata.normalize("NFKC", clean(text)).translate(_DASHES).translate(_QUOTES).casefold()
    # A second pass, since case folding may undo NFKC (U+0345 and friends).
    folded = unicodedata.normalize("NFKC", folded)
    return _SPACE_BY_CJK.sub("", _SPACES.sub(" ", folded)).strip()


def fingerprint(text: str) -> str:
    """Return a hex digest (SHA-256) that is equal for texts that differ only in what ``fold`` folds."""
    return hashlib.sha256(fold(text).rstrip(_END_MARKS).encode()).hexdigest()


def capped(text: str, most: int) -> str:
    """Return the text; of a longer one its two ends, with a marker between them."""
    cut = len(text) - most
    if cut <= 0:
        return text
    half = most // 2
    return f"{text[:half]}\n[… {cut:,} characters left out …]\n{text[-half:]}"


def one_line(text: str, longest: int = 100) -> str:
    """Return the text on one line of at most ``longest`` characters, cut with a marker."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"

"""Undoing what hides words from a reader of the bytes: invisible characters, look-alikes, spelling tricks, encodings."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable

# Zero-width and format characters, bidirectional controls, variation selectors and Unicode tags.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef]"
)
TAGS = re.compile("[\U000e0020-\U000e007e]{3,}")
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")

_LATIN_TWINS = str.maketrans(
    "аеорсухікјѕԁһӏԛԝАВЕКМНОРСТУХІЈЅαονρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxikjsdhlqwABEKMHOPCTYXIJSaovptuikABEZHIKMNOPTYX",
)
_ALPHABETIC = re.compile(
    "[A-Za-z]+[\u0370-\u03ff\u0400-\u04ff][A-Za-z\u0370-\u03ff\u0400-\u04ff]*|[\u0370-\u03ff\u0400-\u04ff]+[A-Za-z][A-Za-z\u0370-\u03ff\u0400-\u04ff]*"
)
_OTHER_ALPHABET = re.compile("[\u0370-\u03ff\u0400-\u04ff]")
_LEET = str.maketrans("013457@$!", "oieastasi")
_LEET_WORD = re.compile(
    r"(?<![\w@$!])(?=[\w@$!]{0,19}[a-zA-Z])(?=[\w@$!]{0,19}[013457@$])[a-zA-Z013457@$!]{3,20}(?![\w@$!])"
)
_SPACED = re.compile(r"(?<!\w)(?:[A-Za-z][ .\-_*|]){3,40}[A-Za-z](?!\w)")

_BASE64 = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/_-]{16,8000}={0,2}")
_BASE32 = re.compile(r"(?<![A-Z2-7=])[A-Z2-7]{24,8000}={0,6}(?![A-Za-z0-9])")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[ ,:]?){8,4000}(?![0-9A-Fa-f])")
_BINARY = re.compile(r"(?<![01])(?:[01]{8}[ ,]?){5,2000}(?![01])")
_BASE85 = re.compile(r"(?<!\S)[!-~]{32,8000}(?!\S)")
_MORSE = re.compile(r"(?:[.\-]{1,6}[ /]+){6,2000}[.\-]{1,6}")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}|&#x?[0-9a-fA-F]{2,6};){4,2000}")
_PRINTABLE_SHARE = 0.9

_MORSE_CODE = {
    code: letter
    for letter, code in zip(
        "abcdefghijklmnopqrstuvwxyz0123456789",
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
        "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.".split(),
        strict=True,
    )
}
# Frequent English words: a shifted text is one when shifting back brings many of them out.
_ENGLISH = frozenset(
    "the and of to a in is that for it you on with as are this what was by be from or have an they which all there "
    "would their we him been has when who will more no if out so up said its about than into them can only other "
    "time new some could these may first then do any my now such like our over me even most after also ignore "
    "previous instructions say state how".split()
)


def unmasked(text: str) -> str:
    """The text as a person would read it: no invisible characters, look-alikes as Latin, spaced letters joined.

    Unicode tags (which mirror ASCII invisibly) are turned into what they spell.
    """
    shown = TAGS.sub(lambda m: " " + "".join(chr(ord(c) - 0xE0000) for c in m.group()) + " ", text)
    shown = INVISIBLE.sub("", shown)
    if _OTHER_ALPHABET.search(shown):
        shown = _ALPHABETIC.sub(lambda m: m.group().translate(_LATIN_TWINS), shown)
    return _SPACED.sub(lambda m: re.sub(r"[ .\-_*|]", "", m.group()), shown)


def unleeted(text: str) -> str:
    """Digits and signs that stand for letters inside words turned back ("1gn0r3" -> "ignore")."""
    return _LEET_WORD.sub(lambda m: m.group().translate(_LEET), text)


def mixed_words(text: str) -> int:
    """How many words mix Latin with Greek or Cyrillic letters."""
    return sum(1 for _ in _ALPHABETIC.finditer(text)) if _OTHER_ALPHABET.search(text) else 0


def decoded(text: str) -> tuple[tuple[str, str], ...]:
    """Readable texts hidden in ``text``, each as (name of the encoding, what it says)."""
    found: list[tuple[str, str]] = []
    for name, likely, pattern, decode in _DECODERS:
        if likely.search(text) is None:
            continue
        for count, match in enumerate(pattern.finditer(text)):
            if count >= 20:
                break
            plain = _readable(decode, match.group())
            if plain:
                found.append((name, plain))
    found.extend(_shifted(text))
    return tuple(found)


def _readable(decode: Callable[[str], bytes], run: str) -> str:
    try:
        plain = decode(run).decode("utf-8")
    except (ValueError, binascii.Error, OverflowError):
        return ""
    if len(plain) < 6 or sum(c.isprintable() or c in "\n\t" for c in plain) < _PRINTABLE_SHARE * len(plain):
        return ""
    letters = sum(c.isalpha() or c == " " for c in plain)
    return plain if letters >= 0.6 * len(plain) else ""


def _from_base64(run: str) -> bytes:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(body + "=" * (-len(body) % 4))


def _from_base32(run: str) -> bytes:
    body = run.rstrip("=")
    return base64.b32decode(body + "=" * (-len(body) % 8))


def _from_hex(run: str) -> bytes:
    return bytes.fromhex(re.sub(r"0x|\\x|%|[ ,:]", "", run))


def _from_binary(run: str) -> bytes:
    bits = re.sub(r"[ ,]", "", run)
    return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8))


def _from_base85(run: str) -> bytes:
    try:
        return base64.b85decode(run)
    except ValueError:
        return base64.a85decode(run)


def _from_morse(run: str) -> bytes:
    words = re.split(r"\s*/\s*|\s{2,}", run.strip())
    return " ".join("".join(_MORSE_CODE.get(c, "") for c in w.split()) for w in words).encode()


def _from_escapes(run: str) -> bytes:
    codes = re.findall(r"\\u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]+);|&#(\d+);", run)
    return "".join(chr(int(u or x, 16) if u or x else int(d)) for u, x, d in codes).encode("utf-8", "replace")


_DECODERS: tuple[tuple[str, re.Pattern[str], re.Pattern[str], Callable[[str], bytes]], ...] = (
    ("base64", re.compile("[A-Za-z0-9+/_-]{16}"), _BASE64, _from_base64),
    ("base32", re.compile("[A-Z2-7]{24}"), _BASE32, _from_base32),
    ("hex", re.compile("[0-9A-Fa-f]{16}|(?:[0-9A-Fa-f]{2}[ ,:]){6}|(?:0x|\\\\x|%)[0-9A-Fa-f]{2}"), _HEX, _from_hex),
    ("binary", re.compile("[01]{8}"), _BINARY, _from_binary),
    ("base85", re.compile("[!-~]{32}"), _BASE85, _from_base85),
    ("morse", re.compile(r"[.-]{2} [.-]"), _MORSE, _from_morse),
    ("escapes", re.compile(r"\\u[0-9a-fA-F]{4}|&#"), _ESCAPES, _from_escapes),
)
_SENTENCE_OF_LETTERS = re.compile(r"(?<![A-Za-z,'])[A-Za-z][A-Za-z,']{0,30}(?: [A-Za-z][A-Za-z,'?!.:]{0,30}){4,60}")


def _shifted(text: str) -> list[tuple[str, str]]:
    """Caesar-shifted (also ROT13) and reversed English in ``text``."""
    found: list[tuple[str, str]] = []
    for count, match in enumerate(_SENTENCE_OF_LETTERS.finditer(text)):
        run = match.group().lower()
        if count >= 40:
            break
        if _english_share(run) >= 0.15:
            continue
        candidates = [("shifted", _shift(run, by)) for by in range(1, 26)]
        candidates.append(("reversed", run[::-1]))
        name, best = max(candidates, key=lambda pair: _english_share(pair[1]))
        if _english_share(best) >= 0.35:
            found.append((name, best))
    return found


def _shift(run: str, by: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return run.translate(str.maketrans(letters, letters[by:] + letters[:by]))


def _english_share(run: str) -> float:
    words = re.findall(r"[a-z]+", run)
    return sum(w in _ENGLISH for w in words) / len(words) if words else 0.0


def plain_letters(text: str) -> str:
    """``text`` without accents on Latin letters, for comparing across keyboards."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))

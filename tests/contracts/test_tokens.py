"""Tokens of an identity provider, against one that runs here: real keys, real signatures, real HTTP on loopback."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from hindsight_memory.adapters.tokens.jwt import JwksKeys, JwtCheck
from hindsight_memory.domain.errors import BadSetting, Unauthenticated, Unavailable
from tests.contracts.issuer import AUDIENCE, ISSUER, Issuer, issuing, new_rsa


@pytest.fixture(scope="module")
def one_key() -> Any:
    return new_rsa()


@pytest.fixture
def issuer(one_key: Any) -> Iterator[Issuer]:
    with issuing(one_key) as made:
        yield made


class Watch:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def check(issuer: Issuer, now: Callable[[], float] = time.monotonic) -> JwtCheck:
    return JwtCheck(ISSUER, AUDIENCE, JwksKeys(issuer.url, now=now))


def test_a_token_of_the_issuer_for_us_says_who_it_is(issuer: Issuer) -> None:
    checker = check(issuer)
    assert issuer.asked == 0
    assert checker.claims(issuer.token(hsm_spaces=["alpha"]))["hsm_spaces"] == ["alpha"]
    checker.claims(issuer.token())
    assert issuer.asked == 1


def test_elliptic_keys_count_too(issuer: Issuer) -> None:
    issuer.new_key("curve", ec.generate_private_key(ec.SECP256R1()))
    assert check(issuer).claims(issuer.token("curve", alg="ES256"))["sub"] == "ann"


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": time.time() - 600},
        {"exp": None},
        {"aud": "https://another.example"},
        {"aud": None},
        {"iss": "https://evil.example"},
        {"iss": None},
        {"nbf": time.time() + 600},
    ],
    ids=str,
)
def test_a_token_that_is_not_for_now_and_us_is_refused(issuer: Issuer, claims: dict[str, Any]) -> None:
    with pytest.raises(Unauthenticated):
        check(issuer).claims(issuer.token(**claims))


def test_a_token_signed_by_somebody_else_is_refused(issuer: Issuer) -> None:
    forged = new_rsa()
    with pytest.raises(Unauthenticated):
        check(issuer).claims(issuer.token(key=forged))


def test_a_signature_by_a_shared_secret_or_none_is_refused(issuer: Issuer) -> None:
    public = str(issuer.keys["one"].public_key().public_numbers().n)
    for alg, secret in (("HS256", public), ("none", None)):
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": time.time() + 600}
        token = jwt.encode(claims, secret, algorithm=alg, headers={"kid": "one"})  # pyright: ignore[reportArgumentType]
        with pytest.raises(Unauthenticated):
            check(issuer).claims(token)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30.", "é.é.é"])
def test_what_is_no_token_is_refused(issuer: Issuer, token: str) -> None:
    with pytest.raises(Unauthenticated):
        check(issuer).claims(token)


def test_a_new_key_of_the_issuer_is_found_without_a_restart(issuer: Issuer) -> None:
    watch = Watch()
    checker = check(issuer, watch)
    checker.claims(issuer.token())
    issuer.new_key("two")
    watch.seconds += 11
    assert checker.claims(issuer.token("two"))["sub"] == "ann"


def test_made_up_key_ids_do_not_make_us_ask_again_and_again(issuer: Issuer) -> None:
    watch = Watch()
    checker = check(issuer, watch)
    checker.claims(issuer.token())
    for number in range(20):
        with pytest.raises(Unauthenticated):
            checker.claims(issuer.token(f"made-up-{number}", key=issuer.keys["one"]))
    assert issuer.asked == 1


def test_known_keys_count_for_a_day_while_the_issuer_is_away(issuer: Issuer) -> None:
    watch = Watch()
    checker = check(issuer, watch)
    checker.claims(issuer.token())
    issuer.away = True
    watch.seconds += 3600
    assert checker.claims(issuer.token())["sub"] == "ann"
    watch.seconds += 86_400
    with pytest.raises(Unavailable):
        checker.claims(issuer.token())


def test_without_any_keys_the_answer_is_to_try_again(issuer: Issuer) -> None:
    issuer.away = True
    with pytest.raises(Unavailable):
        check(issuer).claims(issuer.token())


def test_an_issuer_without_an_audience_or_keys_is_a_bad_setting() -> None:
    for audience, url in (("", "https://login.example/jwks"), (AUDIENCE, ""), (AUDIENCE, "file:///etc/passwd")):
        with pytest.raises(BadSetting):
            JwtCheck.of(ISSUER, audience, url)

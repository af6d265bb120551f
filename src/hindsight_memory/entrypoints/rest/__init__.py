"""REST: every call of ``wire.api`` under ``/v1``. ``calls.py`` says what a call is, ``routes/`` lists them by noun."""

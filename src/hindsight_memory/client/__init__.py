"""The Python client: the same calls over HTTP, or over a store in this process, plain or asynchronous.

``calls`` and ``async_calls`` are what people call; ``asks`` says what each call is over HTTP, ``http`` sends it."""

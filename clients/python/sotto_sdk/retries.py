"""A transport that retries requests that are safe to repeat, and raises typed errors."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import httpx

from .errors import ConnectionFailed, RequestTimeout, error_of, read_retry_after

# A response with a longer Retry-After is an error for the caller.
MAX_RETRY_AFTER = 60.0
FIRST_DELAY = 0.5
MAX_DELAY = 8.0
PASSING = frozenset({502, 503, 504})
# Errors that a retry may avoid.
BROKEN = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)
REPEATABLE = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


class RetryingTransport(httpx.BaseTransport):
    """Retries after 429, and if a request is safe to repeat, also after 502, 503, 504, timeouts and broken connections.

    It waits for ``Retry-After``, or with exponential backoff.
    """

    def __init__(
        self,
        transport: httpx.BaseTransport,
        max_retries: int,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._max_retries = max_retries
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        for attempt in range(self._max_retries + 1):
            is_last = attempt == self._max_retries
            back_off = min(MAX_DELAY, FIRST_DELAY * 2**attempt) * random.uniform(0.5, 1)
            try:
                response = _read_json(request, self._transport.handle_request(request))
            except BROKEN as error:
                if is_last or not _is_repeatable(request):
                    raise _connection_error(request, error) from error
                self._sleep(back_off)
                continue
            delay = None if is_last else _delay(request, response, back_off)
            if delay is None:
                return _raise_refusal(request, response)
            response.close()
            self._sleep(delay)
        raise AssertionError("unreachable")

    def close(self) -> None:
        self._transport.close()


def _read_json(request: httpx.Request, response: httpx.Response) -> httpx.Response:
    """Reads JSON to its end, where the connection may still break. What streams is left to the caller."""
    if response.headers.get("content-type", "").startswith("application/json"):
        response.request = request
        response.read()
    return response


def _delay(request: httpx.Request, response: httpx.Response, back_off: float) -> float | None:
    """The delay before the next attempt; None if there is none."""
    status = response.status_code
    if status != 429 and not (status in PASSING and _is_repeatable(request)):
        return None
    asked = read_retry_after(response.headers.get("retry-after"))
    delay = back_off if asked is None else asked
    return None if delay > MAX_RETRY_AFTER else delay


def _is_repeatable(request: httpx.Request) -> bool:
    """Whether the request is safe to repeat.

    A dictation stores nothing that a second request would duplicate.
    """
    return (
        request.method in REPEATABLE
        or "idempotency-key" in request.headers
        or request.url.path.endswith("/v1/enterprise/dictate")
    )


def _raise_refusal(request: httpx.Request, response: httpx.Response) -> httpx.Response:
    if response.status_code < 400:
        return response
    response.request = request
    try:
        response.read()
    except BROKEN as error:
        raise _connection_error(request, error) from error
    response.close()
    raise error_of(response)


def _connection_error(request: httpx.Request, error: httpx.TransportError) -> Exception:
    if isinstance(error, httpx.TimeoutException):
        return RequestTimeout(f"No answer in time from {request.url.host}")
    return ConnectionFailed(f"Cannot reach {request.url.host}")

"""The errors of this package."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class SottoError(Exception):
    """The base class of all errors."""


class ConnectionFailed(SottoError):
    """The connection failed or broke."""


class RequestTimeout(SottoError):
    """The service did not answer within the timeout."""


@dataclass(frozen=True)
class FieldProblem:
    """One problem with a request's input."""

    loc: tuple[str | int, ...]
    msg: str
    type: str


class ApiError(SottoError):
    """The service answered with an error status."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        problems: tuple[FieldProblem, ...] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        #: An error code of the enterprise API; None for other APIs.
        self.code = code
        #: The request id, which also appears in the logs of the service.
        self.request_id = request_id
        #: ``Retry-After`` in seconds; None if the service did not send it.
        self.retry_after = retry_after
        #: The problems with the input; empty unless the status is 422.
        self.problems = problems


class AuthenticationError(ApiError):
    """401: the credential is missing, invalid, expired or revoked."""


class PermissionDenied(ApiError):
    """403: the credential is valid but does not allow this."""


class NotFoundError(ApiError):
    """404: the resource does not exist."""


class ConflictError(ApiError):
    """409: a limit is reached, or the state does not allow this."""


class ValidationError(ApiError):
    """422: see ``problems``."""


class RateLimitError(ApiError):
    """429, after the retries."""


class UnavailableError(ApiError):
    """503 or 504, after the retries."""


_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDenied,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
    503: UnavailableError,
    504: UnavailableError,
}


def error_of(response: httpx.Response) -> ApiError:
    """Creates the error for a response, whose body must have been read."""
    body = _body(response)
    detail = body.get("detail")
    problems = tuple(_problem(item) for item in detail) if isinstance(detail, list) else ()
    texts = [text for text in (body.get("error"), detail) if isinstance(text, str)]
    message = texts[0] if texts else "; ".join(f"{'.'.join(map(str, p.loc))}: {p.msg}" for p in problems)
    return _BY_STATUS.get(response.status_code, ApiError)(
        message or f"Status {response.status_code}",
        status=response.status_code,
        code=body.get("code"),
        request_id=body.get("request_id") or response.headers.get("x-request-id"),
        retry_after=read_retry_after(response.headers.get("retry-after")),
        problems=problems,
    )


def read_retry_after(value: str | None) -> float | None:
    """``Retry-After`` in seconds from now: a number or an HTTP date (RFC 9110, 10.2.3)."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except ValueError:
        return None


def _body(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}  # an HTML page from a proxy
    return body if isinstance(body, dict) else {}


def _problem(item: dict[str, Any]) -> FieldProblem:
    return FieldProblem(loc=tuple(item.get("loc", ())), msg=str(item.get("msg", "")), type=str(item.get("type", "")))

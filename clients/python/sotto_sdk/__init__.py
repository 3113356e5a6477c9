"""Client for Sotto: dictation, notes and webhooks."""

from .client import Sotto
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionFailed,
    FieldProblem,
    NotFoundError,
    PermissionDenied,
    RateLimitError,
    RequestTimeout,
    SottoError,
    UnavailableError,
    ValidationError,
)
from .live import LiveSession
from .webhooks import WebhookSignatureError, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "ConnectionFailed",
    "FieldProblem",
    "LiveSession",
    "NotFoundError",
    "PermissionDenied",
    "RateLimitError",
    "RequestTimeout",
    "Sotto",
    "SottoError",
    "UnavailableError",
    "ValidationError",
    "WebhookSignatureError",
    "verify_webhook",
]

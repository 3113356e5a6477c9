"""Verification of deliveries according to Standard Webhooks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from .errors import SottoError
from .generated.models import NoteFailedEvent, NoteProcessedEvent, PingEvent

WebhookEvent: TypeAlias = NoteProcessedEvent | NoteFailedEvent | PingEvent

_EVENTS: dict[str, type[NoteProcessedEvent] | type[NoteFailedEvent] | type[PingEvent]] = {
    "note.processed": NoteProcessedEvent,
    "note.failed": NoteFailedEvent,
    "ping": PingEvent,
}


class WebhookSignatureError(SottoError):
    """The signature or the timestamp of a delivery is invalid. Answer with 401."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], *secrets: str) -> WebhookEvent:
    """Verifies a delivery and returns its event.

    ``body`` is the raw body, before any JSON parser touches it. Pass several secrets while one is rotated.
    Raises WebhookSignatureError if no secret matches, or the timestamp is off by more than five minutes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    problem = "No secret given"
    for secret in secrets:
        try:
            Webhook(secret).verify(body, given)
        except WebhookVerificationError as error:
            problem = str(error)
            continue
        event = json.loads(body)
        return _EVENTS[event["type"]].from_dict(event)
    raise WebhookSignatureError(problem)

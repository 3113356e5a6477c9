"""Verification of deliveries by Standard Webhooks."""

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
    """A delivery whose signature or time does not hold. Answer it with 401."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], *secrets: str) -> WebhookEvent:
    """Verifies a delivery and reads its event.

    ``body`` is the raw body, before any JSON parser touches it. Give several secrets while one is rotated.
    Raises WebhookSignatureError when no secret signed it, or it is more than five minutes old or early.
    """
    given = {name.lower(): value for name, value in headers.items()}
    problem = "No secret was given"
    for secret in secrets:
        try:
            Webhook(secret).verify(body, given)
        except WebhookVerificationError as error:
            problem = str(error)
            continue
        event = json.loads(body)
        return _EVENTS[event["type"]].from_dict(event)
    raise WebhookSignatureError(problem)

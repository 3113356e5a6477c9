# Uses the Python package as a consumer does. Prints what it found as JSON.
import json
import os
from pathlib import Path
from uuid import uuid4

import httpx
from sotto_sdk import (
    AuthenticationError,
    ConnectionFailed,
    NotFoundError,
    RequestTimeout,
    Sotto,
    ValidationError,
    WebhookSignatureError,
    verify_webhook,
)
from sotto_sdk.generated.api.app import create_tag, get_me
from sotto_sdk.generated.api.notes import get_note
from sotto_sdk.generated.models import CreateTagBody
from datetime import UTC, datetime
from standardwebhooks.webhooks import Webhook

url, token = os.environ["SOTTO_URL"], os.environ["SOTTO_TOKEN"]
sotto = Sotto(url, token=token)


def caught(work):
    try:
        work()
    except Exception as error:
        return error


refused = caught(lambda: get_me.sync(client=Sotto(url, token="sotto_pat_of_nobody", max_retries=0).api))
missing = caught(lambda: get_note.sync(uuid4(), client=sotto.api))
invalid = caught(lambda: list(sotto.notes(limit=1000)))
silent = Sotto(f"http://127.0.0.1:{os.environ['SILENT_PORT']}", timeout=0.1, max_retries=1, sleep=lambda _: None)
slow = caught(lambda: get_me.sync(client=silent.api))
away = caught(lambda: get_me.sync(client=Sotto("http://127.0.0.1:1", max_retries=0).api))

def answers(*statuses):
    left = list(statuses)
    return httpx.MockTransport(lambda _: httpx.Response(left.pop(0), headers={"retry-after": "7"}, json={"detail": "No"}))


def retried(method, *statuses):
    # What a service at the wire answers, and how long the client waits for it.
    pauses = []
    client = Sotto("http://sotto.invalid", transport=answers(*statuses), sleep=pauses.append).api.get_httpx_client()
    error = caught(lambda: client.request(method, "/v1/app/tags"))
    return [pauses, type(error).__name__]


retries = [
    retried("POST", 429, 200),
    retried("GET", 503, 503, 200),
    retried("POST", 503, 200),
    retried("GET", 429, 429, 429, 429, 429),
]


class Breaking(httpx.SyncByteStream):
    def __iter__(self):
        yield b"{"
        raise httpx.ReadError("The connection broke")


def broken(status):
    # The connection breaks inside the body.
    pauses = []
    headers = {"content-type": "application/json" if status == 200 else "text/html"}
    transport = httpx.MockTransport(lambda _: httpx.Response(status, headers=headers, stream=Breaking()))
    client = Sotto("http://sotto.invalid", transport=transport, max_retries=2, sleep=pauses.append).api
    error = caught(lambda: client.get_httpx_client().get("/v1/app/tags"))
    return [len(pauses), type(error).__name__]


breaks = [broken(200), broken(500)]

steps = []
sample = Path(os.environ["SAMPLE"])
note_id = sotto.upload(sample, title="From Python", on_progress=lambda read, total: steps.append((read, total)))
create_tag.sync(client=sotto.api, body=CreateTagBody(name=f"python {uuid4()}"))
ids = [str(note.note_id) for note in sotto.notes(limit=1)]

class BreaksAfter(httpx.HTTPTransport):
    """Breaks the connection in the place of each request with bytes after the first ones."""

    def __init__(self, passing):
        super().__init__()
        self.passing = passing
        self.offsets = []

    def handle_request(self, request):
        if request.method == "PATCH":
            self.offsets.append(int(request.headers["upload-offset"]))
            if len(self.offsets) > self.passing:
                raise httpx.ReadError("The connection broke")
        return super().handle_request(request)


# 62 KB in chunks of 25 KB: the first upload breaks in its second chunk, and the second one sends the rest.
upload_id, chunk_bytes = str(uuid4()), 25_000
first, second = BreaksAfter(1), BreaksAfter(9)
uploads = [
    Sotto(url, token=token, transport=transport, max_retries=0, chunk_bytes=chunk_bytes) for transport in (first, second)
]
interrupted = caught(lambda: uploads[0].upload(sample, upload_id=upload_id))
resumed = [uploads[1].upload(sample, upload_id=upload_id) for _ in range(2)]

secret, other = "whsec_c2VjcmV0IG9mIHRoaXMgdGVzdA==", "whsec_YW5vdGhlciBzZWNyZXQ="
now = datetime.now(UTC)
body = json.dumps({"type": "ping", "timestamp": now.isoformat(), "data": {"message": "Hello"}})
headers = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": str(int(now.timestamp())),
    "Webhook-Signature": Webhook(secret).sign("msg_1", now, body),
}
print(
    json.dumps(
        {
            "refused": isinstance(refused, AuthenticationError) and refused.status == 401,
            "missing": isinstance(missing, NotFoundError) and missing.request_id.startswith("req_"),
            "invalid": isinstance(invalid, ValidationError) and ".".join(map(str, invalid.problems[0].loc)),
            "slow": isinstance(slow, RequestTimeout),
            "away": isinstance(away, ConnectionFailed),
            "retries": retries,
            "breaks": breaks,
            "sent": (sample.stat().st_size, sample.stat().st_size) in steps,
            "resumed": [type(interrupted).__name__, first.offsets, second.offsets, len(set(resumed))],
            "listed": note_id in ids and len(set(ids)) == len(ids),
            "verified": verify_webhook(body, headers, other, secret).data.message,
            "forged": isinstance(caught(lambda: verify_webhook(body, headers, other)), WebhookSignatureError),
        }
    )
)

"""Calls the transcriptions API with the official openai package, and prints one JSON object of what came back."""

import json
import sys

import openai

base_url, api_key, audio = sys.argv[1:4]
client = openai.OpenAI(base_url=base_url, api_key=api_key, max_retries=0)


def transcribe(**fields):
    with open(audio, "rb") as file:
        return client.audio.transcriptions.create(file=file, **fields)


def refused(error, **fields):
    try:
        transcribe(**fields)
    except error as raised:
        return {"status": raised.status_code, "param": raised.param, "code": raised.code, "id": raised.request_id}


plain = transcribe(model="whisper-1", language="en", prompt="", temperature=0)
verbose = transcribe(model="sotto", response_format="verbose_json", timestamp_granularities=["word", "segment"])
diarized = transcribe(model="sotto", response_format="diarized_json", chunking_strategy="auto")
events = list(transcribe(model="sotto-raw", stream=True))
wrong = openai.OpenAI(base_url=base_url, api_key="sk-wrong", max_retries=0)
try:
    wrong.models.list()
    denied = None
except openai.AuthenticationError as raised:
    denied = raised.code

print(
    json.dumps(
        {
            "type": type(plain).__name__,
            "text": plain.text,
            "text_format": transcribe(model="whisper-1", response_format="text"),
            "srt": transcribe(model="whisper-1", response_format="srt"),
            "verbose": [type(verbose).__name__, verbose.language, len(verbose.words), len(verbose.segments) > 0],
            "diarized": [type(diarized).__name__, diarized.segments[0].speaker],
            "events": [type(event).__name__ for event in events],
            "streamed": "".join(event.delta for event in events[:-1]) == events[-1].text,
            "refused": refused(openai.BadRequestError, model="sotto", response_format="xml"),
            "models": [model.id for model in client.models.list()],
            "model": client.models.retrieve("whisper-1").id,
            "denied": denied,
        }
    )
)

"""Dictates 16 kHz PCM to a Wyoming server as Home Assistant does, and prints the transcript."""

import asyncio
import sys

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient

FORMAT = {"rate": 16000, "width": 2, "channels": 1}


async def connected(port):
    for _ in range(600):
        client = AsyncTcpClient("127.0.0.1", port, connect_timeout=5, read_timeout=60)
        try:
            await client.connect()
            return client
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("The Wyoming server does not listen")


async def main(port, model, path):
    client = await connected(port)
    with open(path, "rb") as file:
        pcm = file.read()
    await client.write_event(Transcribe(name=model, language="en").event())
    await client.write_event(AudioStart(**FORMAT).event())
    for at in range(0, len(pcm), 4096):
        await client.write_event(AudioChunk(audio=pcm[at : at + 4096], **FORMAT).event())
    await client.write_event(AudioStop().event())
    while event := await client.read_event():
        if Transcript.is_type(event.type):
            print(Transcript.from_event(event).text)
            break
    await client.disconnect()


asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3]))

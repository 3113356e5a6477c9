# Dictates samples live. Prints what came as JSON.
import json
import os
from pathlib import Path

from sotto_sdk import ConnectionFailed, Sotto

url, api_key, samples = os.environ["SOTTO_URL"], os.environ["SOTTO_API_KEY"], Path(os.environ["SAMPLES"]).read_bytes()
words, texts = [], []


def refusal(key, **settings):
    try:
        Sotto(url, api_key=key).live(**settings)
    except ConnectionFailed as error:
        return str(error)


with Sotto(url, api_key=api_key).live(sample_rate=16_000, on_words=words.append, on_text=texts.append) as session:
    for at in range(0, len(samples), 6_400):
        session.send(samples[at : at + 6_400])
    session.finish()
print(
    json.dumps(
        {
            "words": "".join(words),
            "text": " ".join(texts),
            "refused": refusal("sotto_key_of_nobody"),
            "refusedSetting": refusal(api_key, sample_rate=8_000),
        }
    )
)

import { describe, expect, test } from 'bun:test';
import { decodeRecording, openAudio } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { failureOf, fixture, random, silence, wav } from '../support.ts';

/** Decodes a whole recording. @returns its seconds */
async function decodedSeconds(bytes: Uint8Array): Promise<number> {
  const audio = await openAudio(await openSource({ bytes }));
  let samples = 0;
  for await (const block of audio.blocks()) samples += block[0]?.length ?? 0;
  return samples / audio.sampleRate;
}

describe('openAudio() refuses', () => {
  const text = (content: string) => new TextEncoder().encode(content);
  const cut = (name: string, part: number) => fixture(name).slice(0, Math.floor(fixture(name).length * part));
  const noise = (bytes: number) =>
    Uint8Array.from({ length: bytes }, random(7)).map((_, at) => (at * 2654435761) >>> 24);

  test.each<[string, () => Uint8Array, string]>([
    ['no bytes', () => new Uint8Array(0), 'audio_empty'],
    ['text', () => text('Hello, I am not audio at all, but I am long enough to be looked at.'), 'audio_undecodable'],
    ['a PNG image', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'audio_undecodable'],
    ['noise', () => noise(50_000), 'audio_undecodable'],
    ['zeros', () => new Uint8Array(50_000), 'audio_undecodable'],
    ['one byte', () => Uint8Array.of(0xff), 'audio_undecodable'],
    ['an AIFF file', () => text('FORM\0\0\0\0AIFFCOMM'), 'unsupported_codec'],
    ['an AMR file', () => text('#!AMR\nxxxxxxxxxxxxxxxxx'), 'unsupported_codec'],
    ['Apple Lossless', () => fixture('ask-alac.m4a'), 'unsupported_codec'],
    ['AAC of six channels in M4A', () => fixture('surround.m4a'), 'unsupported_codec'],
    ['AAC of six channels in ADTS', () => fixture('surround.aac'), 'unsupported_codec'],
    ['FLAC in Ogg', () => fixture('flac.oga'), 'unsupported_codec'],
    ['Speex', () => fixture('speex.ogg'), 'unsupported_codec'],
    ['an encrypted MP4', () => fixture('ask-encrypted.mp4'), 'audio_encrypted'],
    ['a WAV of no samples', () => wav([silence(0)]), 'audio_empty'],
    ['a WAV of 12 bit', () => patched(wav([silence(1)]), 34, [12, 0]), 'unsupported_codec'],
    ['a WAV of ADPCM', () => patched(wav([silence(1)]), 20, [2, 0]), 'unsupported_codec'],
    ['a WAV of no channels', () => patched(wav([silence(1)]), 22, [0, 0]), 'audio_undecodable'],
    ['a WAV of 1 Hz', () => patched(wav([silence(1)]), 24, [1, 0, 0, 0]), 'unsupported_codec'],
    ['a WAV that is cut off', () => wav([silence(2)]).slice(0, 30_000), 'audio_truncated'],
    ['a WAV of a header alone', () => wav([silence(2)]).slice(0, 40), 'audio_truncated'],
    ['an MP4 without its index', () => cut('ask-index-last.m4a', 0.5), 'audio_truncated'],
    ['an MP4 whose data is cut off', () => cut('ask-faststart.m4a', 0.7), 'audio_truncated'],
    ['a fragmented MP4 that is cut off', () => cut('ask-fragmented.mp4', 0.6), 'audio_truncated'],
    ['a WebM that is cut off', () => cut('ask.webm', 0.6), 'audio_truncated'],
    ['a live WebM that is cut off', () => cut('ask-live.webm', 0.6), 'audio_truncated'],
    ['an Ogg that is cut off', () => cut('ask.opus', 0.6), 'audio_truncated'],
    ['a FLAC that is cut off', () => cut('ask.flac', 0.6), 'audio_truncated'],
    ['an MP3 that is cut off', () => cut('ask.mp3', 0.6), 'audio_truncated'],
    ['an ADTS stream that is cut off', () => cut('ask.aac', 0.6), 'audio_truncated'],
    ['an ID3 tag alone', () => text('ID3\x04\0\0\0\0\x0f\x0f'), 'audio_truncated'],
  ])('%s', async (_, bytes, code) => {
    expect(await failureOf(decode(bytes()))).toBe(code);
  });

  test('HE-AAC, whose second half of the spectrum would be missing', async () => {
    const bytes = fixture('ask-faststart.m4a');
    // The AudioSpecificConfig follows the tag 5 of the decoder's description.
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]));
    bytes[at + 5] = (5 << 3) | ((bytes[at + 5] ?? 0) & 7);
    expect(await failureOf(decode(bytes))).toBe('unsupported_codec');
  });

  test('every broken file with a code of the list', async () => {
    const names = [
      'ask-faststart.m4a',
      'ask-fragmented.mp4',
      'ask.webm',
      'ask.opus',
      'ask.mp3',
      'ask.aac',
      'ask.flac',
      'ask-vorbis.ogg',
    ];
    const next = random(20_261_121);
    for (const name of names) {
      for (let round = 0; round < 12; round++) {
        const bytes = fixture(name);
        const wounds = 1 + Math.floor(next() * 40);
        // Half of the rounds change the headers, which have most of the structure.
        const reach = round % 2 === 0 ? 600 : bytes.length;
        for (let wound = 0; wound < wounds; wound++) bytes[Math.floor(next() * reach)] = Math.floor(next() * 256);
        // failureOf() throws every error that is not a SpeechError.
        expect(await failureOf(decode(bytes))).toBeString();
      }
    }
  }, 60_000);

  async function decode(bytes: Uint8Array): Promise<void> {
    await decodedSeconds(bytes);
  }

  function patched(bytes: Uint8Array, at: number, values: readonly number[]): Uint8Array {
    bytes.set(values, at);
    return bytes;
  }
});

describe('openAudio() with scratches', () => {
  test('a broken second in a long MP3 costs that second', async () => {
    const one = fixture('ask.mp3');
    const bytes = Buffer.concat(Array.from({ length: 8 }, () => one));
    bytes.fill(0x55, 60_000, 62_000);
    expect(await decodedSeconds(bytes)).toBeGreaterThan(20);
  });

  test('six minutes of digital silence before speech are decoded', async () => {
    // A frame of MPEG-2 layer III, 16 kHz, 8 kbit/s, mono: 36 bytes and 36 ms. Without any information it is silence.
    const frame = new Uint8Array(36);
    frame.set([0xff, 0xf3, 0x18, 0xc0]);
    const frames = Array.from({ length: 10_000 }, () => frame);
    expect(await decodedSeconds(Buffer.concat([...frames, fixture('ask-16k.mp3')]))).toBeGreaterThan(362);
  });

  test('undecodable packets are refused', async () => {
    const bytes = fixture('ask.opus');
    // All packets of the stream come after the two header pages.
    for (let at = 400; at < bytes.length; at++) if (at % 97 > 40) bytes[at] = 0xff;
    expect(['audio_undecodable', 'audio_truncated']).toContain(await failureOf(decodedSeconds(bytes)));
  });
});

describe('decodeRecording() counts seconds while decoding', () => {
  const survey = async (bytes: Uint8Array, maxSeconds: number) =>
    decodeRecording(await openSource({ bytes }), { maxSeconds, signal: new AbortController().signal });

  test.each(['four-hours.flac', 'five-minutes.opus'])(
    '%s, a small file of silence without end, ends at the limit',
    async (name) => {
      expect(await failureOf(survey(fixture(name), 60))).toBe('audio_too_long');
    },
  );

  test('a recording just within the limit passes, just over it does not', async () => {
    const bytes = wav([silence(2)]);
    expect((await survey(bytes, 2)).durationSeconds).toBe(2);
    expect(await failureOf(survey(bytes, 1.99))).toBe('audio_too_long');
  });

  test('a claimed length does not count', async () => {
    const bytes = wav([silence(1)], { claimedBytes: 0xffff_ffff });
    expect((await survey(bytes, 2)).durationSeconds).toBe(1);
  });

  test('stops when it is cancelled', async () => {
    const bytes = fixture('four-hours.flac');
    const source = await openSource({ bytes });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(decodeRecording(source, { maxSeconds: 1e6, signal })).rejects.toThrow('gone');
  });
});

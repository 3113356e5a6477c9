import {
  CustomSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  ReadableStreamSource,
  WEBM,
} from 'mediabunny';
import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { openAdts } from './adts.ts';
import { type Audio, BLOCK_SECONDS, MAX_CHANNELS, SAMPLE_RATE, SAMPLE_RATES } from './audio.ts';
import type { Codec, PacketSource, Track } from './codec.ts';
import type { Container } from './container.ts';
import { checkFrameEnd } from './frame-end.ts';
import { createOpusCodec } from './opus.ts';
import { createPcmCodec } from './pcm-codec.ts';
import { textOf } from './source.ts';
import { createWebAudioCodec, decodedRate } from './web-audio.ts';

/** Containers whose packets the library reads. */
type Demuxed = Exclude<Container, 'wav' | 'adts'>;

const FORMATS: Readonly<Record<Demuxed, readonly InputFormat[]>> = {
  mp4: [MP4, QTFF],
  matroska: [MATROSKA, WEBM],
  ogg: [OGG],
  flac: [FLAC],
  mp3: [MP3],
};
const CACHE_BYTES = 2 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** The limits of a group of packets in bytes, count and duration, whatever the headers state. */
const GROUP_LIMITS = { seconds: BLOCK_SECONDS, bytes: 4 * 1024 * 1024, packets: 2_000, samples: 4_000_000 } as const;
/**
 * The maximum share of packets that cannot be decoded. They become silence; above the limit the recording is rejected.
 */
const MAX_DAMAGE = 0.1;
/** If nothing can be decoded for this long at the start, the rest is not tried: its bytes may be made to cost time. */
const MAX_DAMAGED_START_SECONDS = 300;

/**
 * Opens the first audio track of a file. Its packets are decoded in groups of some seconds.
 * @throws {SpeechError} `audio_undecodable`, `unsupported_codec`
 */
export async function openPackets(source: ByteSource, container: Exclude<Container, 'wav'>): Promise<Audio> {
  const { track, packets } = container === 'adts' ? await openAdts(source) : await demux(source, container);
  assertSupported(track);
  return { sampleRate: rateOf(track), blocks: () => decodeTrack(packets, track, source, container) };
}

async function demux(source: ByteSource, container: Demuxed): Promise<{ track: Track; packets: PacketSource }> {
  const input = new Input({ formats: [...FORMATS[container]], source: inputSource(source) });
  const found = await undecodable(async () => input.getPrimaryAudioTrack());
  if (found === null) throw new SpeechError(await trackless(source, container));
  const track = await undecodable(() => describe(found));
  return { track, packets: new EncodedPacketSink(found) };
}

/** A recording that is still arriving is read once from its start, and any other by range. */
function inputSource(source: ByteSource): CustomSource | ReadableStreamSource {
  const maxCacheSize = CACHE_BYTES;
  if (source.knownSize() === undefined) return new ReadableStreamSource(streamOf(source), { maxCacheSize });
  return new CustomSource({
    getSize: () => source.size(),
    read: (start, end) => source.read(start, end),
    maxCacheSize,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  });
}

function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await source.read(at, at + CHUNK_BYTES);
        at += chunk.length;
        if (chunk.length > 0) controller.enqueue(chunk);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Unsupported codecs, by the first bytes of an Ogg stream. */
const OGG_UNSUPPORTED = ['\x7fFLAC', 'Speex   '];

/** The reason why no track was found: there is none, or its codec is known but unsupported. */
async function trackless(source: ByteSource, container: Container): Promise<'audio_undecodable' | 'unsupported_codec'> {
  const head = container === 'ogg' ? await source.read(0, 64) : new Uint8Array();
  const text = textOf(head, 0, head.length);
  return OGG_UNSUPPORTED.some((name) => text.includes(name)) ? 'unsupported_codec' : 'audio_undecodable';
}

async function describe(found: InputAudioTrack): Promise<Track> {
  const codec = await found.getCodec();
  if (codec === null) throw new SpeechError('unsupported_codec');
  return {
    codec,
    sampleRate: await found.getSampleRate(),
    channelCount: await found.getNumberOfChannels(),
    description: bytesOf((await found.getDecoderConfig())?.description),
  };
}

function assertSupported({ sampleRate, channelCount }: Track): void {
  if (channelCount < 1 || sampleRate < 1) throw new SpeechError('audio_undecodable');
  const known = channelCount <= MAX_CHANNELS && sampleRate >= SAMPLE_RATES.least && sampleRate <= SAMPLE_RATES.most;
  if (!known) throw new SpeechError('unsupported_codec');
}

async function* decodeTrack(
  packets: PacketSource,
  track: Track,
  source: ByteSource,
  container: Container,
): AsyncGenerator<readonly Float32Array[]> {
  const first = await undecodable(() => packets.getFirstPacket());
  if (first === null) throw new SpeechError(emptyCode(container));
  const codec = await undecodable(() => createCodec(track, first.data));
  // Packets before time zero initialize the decoder and are not output (edit lists).
  let toSkip = track.codec === 'opus' ? 0 : Math.max(0, Math.round(-first.timestamp * track.sampleRate));
  const seconds = { decoded: 0, damaged: 0 };
  let hasAudio = false;
  let last: Uint8Array = first.data;
  try {
    for await (const group of groups(packets, track)) {
      const decoded = await decodeGroup(codec, group.packets);
      const channels = decoded ?? silence(codec.sampleRate * group.seconds, track.channelCount);
      const length = channels[0]?.length ?? 0;
      const skipped = Math.min(toSkip, length);
      toSkip -= skipped;
      seconds.decoded += length / codec.sampleRate;
      if (decoded === undefined) seconds.damaged += group.seconds;
      else hasAudio = true;
      if (!hasAudio && seconds.damaged > MAX_DAMAGED_START_SECONDS) throw new SpeechError('audio_undecodable');
      last = group.packets.at(-1) ?? last;
      yield channels.map((samples) => samples.subarray(skipped));
    }
  } finally {
    codec.close();
  }
  if (seconds.damaged > seconds.decoded * MAX_DAMAGE) throw new SpeechError('audio_undecodable');
  await checkFrameEnd(source, container, track, last, seconds.decoded);
}

interface Group {
  readonly packets: readonly Uint8Array[];
  readonly seconds: number;
}

/** Undefined if the packets cannot be decoded. */
async function decodeGroup(codec: Codec, packets: readonly Uint8Array[]) {
  try {
    return await codec.decode(packets);
  } catch {
    return undefined;
  }
}

function silence(sampleCount: number, channelCount: number): readonly Float32Array[] {
  return Array.from({ length: channelCount }, () => new Float32Array(Math.round(sampleCount)));
}

async function* groups(source: PacketSource, track: Track): AsyncGenerator<Group> {
  let packets: Uint8Array[] = [];
  let seconds = 0;
  let bytes = 0;
  // The samples that a decoder holds before and after resampling.
  const rate = Math.max(track.sampleRate, rateOf(track));
  const take = (): Group => {
    const group = { packets, seconds };
    packets = [];
    seconds = 0;
    bytes = 0;
    return group;
  };
  const iterator = source.packets();
  for (;;) {
    const next = await undecodable(() => iterator.next());
    if (next.done === true) break;
    const packet = next.value;
    if (packet.data.length === 0) continue;
    packets.push(packet.data);
    bytes += packet.data.length;
    seconds += Math.max(0, packet.duration);
    const samples = seconds * rate * track.channelCount;
    const full = seconds >= GROUP_LIMITS.seconds || bytes >= GROUP_LIMITS.bytes || samples >= GROUP_LIMITS.samples;
    if (full || packets.length >= GROUP_LIMITS.packets) yield take();
  }
  if (packets.length > 0) yield take();
}

/** The sample rate of the codec's output. */
function rateOf(track: Track): number {
  if (track.codec === 'opus') return SAMPLE_RATE;
  return createPcmCodec(track)?.sampleRate ?? decodedRate(track.sampleRate);
}

async function createCodec(track: Track, firstPacket: Uint8Array): Promise<Codec> {
  if (track.codec === 'opus') return createOpusCodec(track);
  return createPcmCodec(track) ?? createWebAudioCodec(track, firstPacket);
}

/** A file without packets is empty, unless its header announces frames. */
function emptyCode(container: Container): 'audio_empty' | 'audio_truncated' {
  const frames = container === 'mp3' || container === 'adts' || container === 'flac';
  return frames ? 'audio_truncated' : 'audio_empty';
}

/** Maps every error of the demuxer to `audio_undecodable`. */
async function undecodable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SpeechError ? error : new SpeechError('audio_undecodable');
  }
}

function bytesOf(description: AllowSharedBufferSource | undefined): Uint8Array | undefined {
  if (description === undefined) return undefined;
  if (ArrayBuffer.isView(description)) {
    return new Uint8Array(description.buffer, description.byteOffset, description.byteLength);
  }
  return new Uint8Array(description);
}

import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from 'mediabunny';
import type { Track } from './codec.ts';

/** Any value: the decoder reads the true length from the packets. */
const PACKET_SECONDS = 0.02;

/** Writes Vorbis packets as an Ogg file, headers first. */
export async function packOgg(track: Track, packets: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const { sampleRate, channelCount: numberOfChannels, description } = track;
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('vorbis');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vorbis', sampleRate, numberOfChannels, ...(description && { description }) };
  for (const [index, data] of packets.entries()) {
    const packet = new EncodedPacket(data, 'key', index * PACKET_SECONDS, PACKET_SECONDS);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

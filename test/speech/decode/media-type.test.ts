import { expect, test } from 'bun:test';
import { MEDIA_TYPE_BYTES, mediaTypeOf } from '../../../speech/decode/media-type.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';
import { fixture } from '../support.ts';

test.each([
  ['ask.aac', 'audio/aac'],
  ['ask.flac', 'audio/flac'],
  ['ask.mp3', 'audio/mpeg'],
  ['ask.opus', 'audio/ogg'],
  ['ask-vorbis.ogg', 'audio/ogg'],
  ['ask.webm', 'audio/webm'],
  ['ask-live.webm', 'audio/webm'],
  ['ask-index-last.m4a', 'audio/mp4'],
  ['ask-fragmented.mp4', 'audio/mp4'],
])('mediaTypeOf() tells %s as %s', (name, type) => {
  expect(mediaTypeOf(fixture(name).subarray(0, MEDIA_TYPE_BYTES))).toBe(type);
});

test.each([
  ['a WAV', encodeWav(new Int16Array(4)), 'audio/wav'],
  ['an MP3 behind a tag', Buffer.from('ID3\x04\0\0\0\0\x7f\x76TIT2'), 'audio/mpeg'],
  ['Matroska', Buffer.from('\x1a\x45\xdf\xa3\xa3\x42\x82\x88matroska', 'latin1'), 'audio/x-matroska'],
  ['AIFF, which is not read', Buffer.from('FORM\0\0\0\0AIFF'), null],
  ['a page', Buffer.from('<html>'), null],
  ['nothing', Buffer.alloc(0), null],
])('mediaTypeOf() tells %s', (_name, head, type) => {
  expect(mediaTypeOf(head)).toBe(type);
});

import { expect, test } from 'bun:test';
import { contentDisposition, recordingFileName, recordingType } from '../../../platform/recordings/file-name.ts';

test.each([
  ['audio/flac', 'audio/flac'],
  ['Audio/MP4; codecs="mp4a.40.2"', 'audio/mp4'],
  ['video/webm', 'video/webm'],
  ['application/ogg', 'application/ogg'],
  ['text/html', null],
  ['image/svg+xml', null],
  ['audio/x\r\nset-cookie: a=b', null],
  ['audio/', null],
  ['', null],
  [null, null],
  [undefined, null],
])('recordingType(%p) is %p', (given, expected) => {
  expect(recordingType(given)).toBe(expected);
});

test('recordingFileName() takes the extension of the type where it is known', () => {
  expect(recordingFileName('n', 'audio/mp4')).toBe('n.m4a');
  expect(recordingFileName('n', 'audio/x-unheard-of')).toBe('n');
  expect(recordingFileName('n', null)).toBe('n');
});

test('contentDisposition() keeps any name within its quotes', () => {
  expect(contentDisposition('é"\\%\r\n(1).flac')).toBe(
    `attachment; filename="______(1).flac"; filename*=UTF-8''%C3%A9%22%5C%25%0D%0A%281%29.flac`,
  );
});

import { describe, expect, test } from 'bun:test';
import { type Cue, writeSrt, writeVtt } from '../../../speech/subtitles/write.ts';

const CUES: readonly Cue[] = [
  { start: 0.0004, end: 1.5, text: 'Ask not' },
  { start: 3661.2345, end: 3662, text: 'what your country\ncan do', speaker: 'speaker_1' },
];

describe('writeSrt()', () => {
  test('numbers the cues and writes times with a comma', () => {
    expect(writeSrt(CUES)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nAsk not\n\n' +
        '2\n01:01:01,235 --> 01:01:02,000\nspeaker_1: what your country\ncan do\n',
    );
  });

  test('writes nothing without cues', () => expect(writeSrt([])).toBe(''));

  test.each(['->', '-->', '--->', '----->', '-->-->'])(
    'keeps the arrow %s in the text from reading as times',
    (arrow) => {
      const cue = { start: 0, end: 1, text: `00:00 ${arrow} 00:01`, speaker: `A${arrow}B` };
      const [, times, ...text] = writeSrt([cue]).split('\n');
      expect(times).toBe('00:00:00,000 --> 00:00:01,000');
      expect(text.join('\n')).not.toContain('-->');
      expect(text.join('\n')).toContain('00:00 ->');
    },
  );

  test('keeps dashes that are no arrow', () => {
    expect(writeSrt([{ start: 0, end: 1, text: 'a -- b --- > c' }])).toContain('\na -- b --- > c\n');
  });
});

describe('writeVtt()', () => {
  test('begins with its signature and writes a speaker as a voice', () => {
    expect(writeVtt(CUES)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nAsk not\n\n' +
        '01:01:01.235 --> 01:01:02.000\n<v speaker_1>what your country\ncan do\n',
    );
  });

  test('is a valid file without cues', () => expect(writeVtt([])).toBe('WEBVTT\n'));

  test('writes characters of its markup as references, in names too', () => {
    const text = writeVtt([{ start: 0, end: 1, text: 'a <b> & c --> d', speaker: 'Q>A' }]);
    expect(text).toContain('\n<v Q&gt;A>a &lt;b&gt; &amp; c --&gt; d\n');
  });
});

describe.each([
  ['writeSrt()', writeSrt],
  ['writeVtt()', writeVtt],
])('%s', (_name, write) => {
  test('sorts cues by their start', () => {
    const text = write([
      { start: 2, end: 3, text: 'second' },
      { start: 1, end: 2, text: 'first' },
    ]);
    expect(text.indexOf('first')).toBeLessThan(text.indexOf('second'));
  });

  test('ends every cue after its start, and starts none before 0', () => {
    expect(write([{ start: -1, end: -2, text: 'x' }])).toMatch(/00:00:00[.,]000 --> 00:00:00[.,]001/);
  });

  test('leaves out an empty cue', () => {
    expect(write([{ start: 0, end: 1, text: ' \n ' }])).not.toContain('-->');
  });

  test('keeps an empty line or a control character in the text from ending the cue', () => {
    const text = write([{ start: 0, end: 1, text: 'one\r\n\r\n two\u2028\u2028three\u0000', speaker: 'A\n\nB' }]);
    const [, body = ''] = text.split(/\d{3}\n/).slice(-2);
    expect(body.split('\n\n')).toHaveLength(1);
    expect(body).toMatch(/A B.*one\ntwo\nthree\n$/);
  });

  test('counts hours past 99', () => {
    expect(write([{ start: 360_000, end: 360_001, text: 'late' }])).toContain('100:00:00');
  });
});

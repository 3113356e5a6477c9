import { describe, expect, test } from 'bun:test';
import { toAtom } from '../../../notes/export/atom.ts';
import { archiveFileName, exportFileName } from '../../../notes/export/file-name.ts';
import { toMarkdown } from '../../../notes/export/markdown.ts';
import { toPlainText } from '../../../notes/export/plain-text.ts';
import { toSubtitles } from '../../../notes/export/subtitles.ts';
import { clockTime, turnsOf } from '../../../notes/export/turns.ts';
import type { StoredNote } from '../../../notes/store/codec.ts';
import { sampleNote } from './sample.ts';

test('toPlainText() writes title, time, summary, speakers and times', () => {
  expect(toPlainText(sampleNote())).toBe(
    'Budget meeting\n2026-02-03T04:05:06.000Z\n\nThe budget was agreed.\n\n' +
      '[0:00] Ada: So we agreed.\n[0:02] Speaker 2: On what?\n[0:03] Ada: On the budget.\n',
  );
});

describe('turnsOf()', () => {
  const said = (start: number, end: number, text: string) => ({ speaker: null, start, end, text });

  test('begins a turn after a pause of 2 seconds', () => {
    const segments = [said(0, 1, 'One.'), said(2.9, 3, 'Two.'), said(5, 6, 'Three.')];
    expect(turnsOf({ segments, speakerNames: undefined })).toEqual([
      { speaker: null, start: 0, text: 'One. Two.' },
      { speaker: null, start: 5, text: 'Three.' },
    ]);
  });

  test('ends a turn before it lasts longer than a minute', () => {
    const segments = [said(0, 30, 'One.'), said(30, 60, 'Two.'), said(60, 61, 'Three.')];
    expect(turnsOf({ segments, speakerNames: undefined }).map(({ start }) => start)).toEqual([0, 60]);
  });

  test('is empty when a segment has no times, so that no word is lost', () => {
    const segments = [said(0, 1, 'One.'), { ...said(0, 0, 'Two.'), start: null as never, end: null as never }];
    expect(turnsOf({ segments, speakerNames: undefined })).toEqual([]);
  });
});

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [3599, '59:59'],
  [3661, '1:01:01'],
])('clockTime() writes %d seconds as %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

describe('toSubtitles()', () => {
  test('names the speakers as the user does', () => {
    expect(toSubtitles(sampleNote(), 'srt')).toStartWith('1\n00:00:00,400 --> 00:00:02,000\nAda: So we agreed.\n');
    expect(toSubtitles(sampleNote(), 'vtt')).toStartWith(
      'WEBVTT\n\n00:00:00.400 --> 00:00:02.000\n<v Ada>So we agreed.\n',
    );
  });

  test('cuts a long segment at the times of its words', () => {
    const said = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
    const words = said.map((text, at) => ({ text, start: at < 6 ? at : at + 10, end: (at < 6 ? at : at + 10) + 0.5 }));
    const segments = [{ speaker: null, start: 0, end: 22, text: said.join(' '), words }];
    expect(toSubtitles(sampleNote({ segments }), 'srt')).toBe(
      '1\n00:00:00,000 --> 00:00:05,500\none two three four five six\n\n' +
        '2\n00:00:16,000 --> 00:00:21,500\nseven eight nine ten eleven twelve\n',
    );
  });

  test.each([{ segments: null }, { segments: [] }])('is null for a note with %j', ({ segments }) => {
    expect(toSubtitles(sampleNote({ segments }), 'srt')).toBeNull();
  });
});

describe.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('a speaker with the label %s', (label) => {
  const segments = [{ speaker: label, start: 0, end: 1, text: 'Hello.' }];
  const unnamed = sampleNote({ segments, speakerNames: {} });
  const named = sampleNote({ segments, speakerNames: Object.fromEntries([[label, 'Ada']]) });
  const underscores = label.replaceAll('_', '\\_');

  test.each([
    ['toMarkdown()', (note: StoredNote) => toMarkdown(note, 'https://s.example'), `**0:00 ${underscores}:** Hello.`],
    ['toPlainText()', toPlainText, `[0:00] ${label}: Hello.`],
    ['toSubtitles() as srt', (note: StoredNote) => toSubtitles(note, 'srt'), `\n${label}: Hello.`],
    ['toSubtitles() as vtt', (note: StoredNote) => toSubtitles(note, 'vtt'), `<v ${label}>Hello.`],
  ])('is named so by %s, or as the user does', (_, write, line) => {
    expect(write(unnamed)).toContain(line);
    expect(write(named)).toContain('Ada');
  });
});

describe('exportFileName()', () => {
  test.each([
    ['Budget meeting', '2026-02-03 Budget meeting.md'],
    [null, '2026-02-03 Untitled note.md'],
    ['../../etc/passwd', '2026-02-03 .. .. etc passwd.md'],
    ['a\u0000b\r\nc\u202Egnp.exe', '2026-02-03 a b c gnp.exe.md'],
    ['what? "now" <b>|*:', '2026-02-03 what now b.md'],
    ['[[x]]#y^z', '2026-02-03 x y z.md'],
    ['...', '2026-02-03 Untitled note.md'],
    ['ends with. . ', '2026-02-03 ends with.md'],
    ['\uD800broken', '2026-02-03 \uFFFDbroken.md'],
    ['Grüße 😀', '2026-02-03 Grüße 😀.md'],
  ])('makes %j safe', (title, name) => {
    expect(exportFileName(sampleNote({ title }), 'md')).toBe(name);
  });

  test('shortens a title without cutting a character in two', () => {
    const name = exportFileName(sampleNote({ title: '😀'.repeat(100) }), 'txt');
    expect(name).toBe(`2026-02-03 ${'😀'.repeat(60)}.txt`);
  });

  test('archiveFileName() adds the beginning of the id', () => {
    expect(archiveFileName(sampleNote(), 'md')).toBe('2026-02-03 Budget meeting (0d7f4c1e).md');
  });
});

describe('toAtom()', () => {
  const addresses = {
    self: 'https://s.example/f',
    app: 'https://s.example',
    note: (id: string) => `https://s.example/notes/${id}`,
  };

  test('escapes what XML and HTML would read, and drops what XML cannot write', () => {
    const xml = toAtom([sampleNote({ title: ']]> <b>&\u0000\uD800', summary: '</summary>' })], addresses, 'id', 0);
    expect(xml).toContain('<title type="html"><![CDATA[]]&#62; &#60;b&#62;&#38;\uFFFD]]></title>');
    expect(xml).toContain('<![CDATA[&#60;/summary&#62;]]>');
  });

  test('has no word of the transcript', () => {
    expect(toAtom([sampleNote()], addresses, 'id', 0)).not.toContain('So we agreed');
  });

  test('a feed without notes is as old as its link', () => {
    expect(toAtom([], addresses, 'id', Date.parse('2026-02-01T00:00:00Z'))).toContain(
      '<updated>2026-02-01T00:00:00.000Z</updated>',
    );
  });
});

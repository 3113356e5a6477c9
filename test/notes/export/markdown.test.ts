import { describe, expect, test } from 'bun:test';
import { parse } from 'yaml';
import { toMarkdown } from '../../../notes/export/markdown.ts';
import { sampleNote, tagged } from './sample.ts';

const LINK = 'https://sotto.example/notes/0d7f4c1e-6a58-4f0e-9c43-1b2a3c4d5e6f';

function read(markdown: string) {
  const [, yaml = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(markdown) ?? [];
  return { yaml, body, properties: parse(yaml) as Record<string, unknown> };
}

describe('toMarkdown()', () => {
  test('writes properties, summary, speakers and times', () => {
    expect(toMarkdown(sampleNote(), LINK)).toBe(`---
title: "Budget meeting"
date: 2026-02-03
created: "2026-02-03T04:05:06.000Z"
updated: "2026-02-03T04:05:07.000Z"
tags:
  - "budget"
duration: 5
language: "en"
id: "0d7f4c1e-6a58-4f0e-9c43-1b2a3c4d5e6f"
link: "${LINK}"
---

# Budget meeting

## Summary

The budget was agreed.

## Transcript

**0:00 Ada:** So we agreed.

**0:02 Speaker 2:** On what?

**0:03 Ada:** On the budget.
`);
  });

  test.each(['yes', 'null', '1e3', '2026-01-01', '~', 'a: b # c', '"quoted"', "it's", '- x', '---', '\\', '{}', '@x'])(
    'keeps the title %j as a text in YAML 1.1 and 1.2',
    (title) => {
      const { yaml } = read(toMarkdown(sampleNote({ title }), LINK));
      expect(parse(yaml).title).toBe(title);
      expect(parse(yaml, { version: '1.1' }).title).toBe(title);
    },
  );

  test('a title with line breaks stays one property and one heading', () => {
    const { properties, body } = read(toMarkdown(sampleNote({ title: 'a\n---\ntags: [x]' }), LINK));
    expect(properties['title']).toBe('a --- tags: [x]');
    expect(body.split('\n')[0]).toBe('# a --- tags: \\[x\\]');
  });

  test('dates the note by its recording where the time is known', () => {
    const recordedAt = Date.parse('2026-01-31T23:59:00Z');
    const { properties } = read(toMarkdown(sampleNote({ recordedAt }), LINK));
    expect(properties).toMatchObject({ date: '2026-01-31', recorded: '2026-01-31T23:59:00.000Z' });
  });

  test('writes tags as Obsidian takes them', () => {
    const note = tagged('Spring budget', 'R&D', '2026', 'work/clients', 'Zürich', '#a b', '!!!', 'work/clients');
    expect(read(toMarkdown(note, LINK)).properties['tags']).toEqual([
      'Spring-budget',
      'RD',
      '_2026',
      'work/clients',
      'Zürich',
      'a-b',
    ]);
  });

  test('spoken marks make no link, tag, HTML, formula, comment, heading or rule', () => {
    const transcript = 'See [[Secret]] #tag <img src=x> $x$ %%no%% ==hi== *b* `c`\n---\n===';
    const { body } = read(toMarkdown(sampleNote({ segments: null, transcript }), LINK));
    expect(body.split('## Transcript\n\n')[1]).toBe(
      'See \\[\\[Secret\\]\\] \\#tag \\<img src=x\\> \\$x\\$ \\%%no\\%% \\==hi\\== \\*b\\* \\`c\\`\n\\---\n\\=\\==\n',
    );
  });

  test.each(['%', '='])('escapes %s in runs of any length so that no two stand together', (mark) => {
    for (let length = 2; length <= 5; length += 1) {
      const transcript = `a ${mark.repeat(length)}b${mark.repeat(length)}`;
      const { body } = read(toMarkdown(sampleNote({ segments: null, transcript }), LINK));
      const words = body.split('## Transcript\n\n')[1] ?? '';
      expect(words.replaceAll(`\\${mark}`, '')).not.toContain(mark.repeat(2));
      expect(words.replaceAll('\\', '')).toBe(`${transcript}\n`);
    }
  });

  test.each(['-', '=', '--', '=='])('a line %s makes no heading of the line before it', (line) => {
    const { body } = read(toMarkdown(sampleNote({ segments: null, transcript: `One\n${line}` }), LINK));
    expect(body).toEndWith(`One\n\\${line}\n`);
  });

  test('a web address stays as it was spoken', () => {
    const transcript = 'See https://example.org/a?b=c now';
    expect(toMarkdown(sampleNote({ segments: null, transcript }), LINK)).toContain(transcript);
  });

  test('a note without times has its transcript as it was written', () => {
    const { body } = read(toMarkdown(sampleNote({ segments: null, transcript: 'One.\n\n- two' }), LINK));
    expect(body).toContain('## Transcript\n\nOne.\n\n- two\n');
  });

  test('a note that is still processed has properties and a heading alone', () => {
    const empty = {
      title: null,
      summary: null,
      transcript: null,
      segments: null,
      durationSeconds: null,
      language: null,
    };
    const { body, properties } = read(toMarkdown(sampleNote(empty), LINK));
    expect(body).toBe('# Untitled note\n');
    expect(properties).not.toHaveProperty('duration');
    expect(properties).not.toHaveProperty('language');
  });
});

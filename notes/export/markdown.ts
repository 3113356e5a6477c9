import { Document, type Scalar } from 'yaml';
import type { StoredNote } from '../store/codec.ts';
import { clockTime, turnsOf } from './turns.ts';

/**
 * A note as Markdown with the YAML front matter that Obsidian shows as properties. Marks in words that were spoken are
 * escaped, so that they make no link, tag or HTML. A web address stays as it is: many programs show it as a link.
 * @param link address of the note in the app
 */
export function toMarkdown(note: StoredNote, link: string): string {
  const title = oneLine(note.title ?? 'Untitled note');
  const turns = turnsOf(note).map(({ speaker, start, text }) => {
    const head = speaker === null ? clockTime(start) : `${clockTime(start)} ${escapeMarkdown(oneLine(speaker))}:`;
    return `**${head}** ${escapeMarkdown(oneLine(text))}`;
  });
  const words = turns.length > 0 ? turns.join('\n\n') : escapeMarkdown(note.transcript ?? '');
  const parts = [
    `---\n${frontMatter(note, link)}---`,
    `# ${escapeMarkdown(title)}`,
    ...(note.summary === null ? [] : [`## Summary\n\n${escapeMarkdown(note.summary)}`]),
    ...(words === '' ? [] : [`## Transcript\n\n${words}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function frontMatter(note: StoredNote, link: string): string {
  const at = new Date(note.recordedAt ?? note.createdAt).toISOString();
  const tags = [...new Set(note.tags.flatMap(({ name }) => obsidianTag(name) ?? []))];
  const document = new Document({
    title: oneLine(note.title ?? 'Untitled note'),
    date: at.slice(0, 10),
    created: new Date(note.createdAt).toISOString(),
    updated: new Date(note.updatedAt).toISOString(),
    ...(note.recordedAt === null ? {} : { recorded: at }),
    tags,
    ...(note.durationSeconds === null ? {} : { duration: Math.round(note.durationSeconds) }),
    ...(note.language === null ? {} : { language: note.language }),
    id: note.noteId,
    link,
  });
  // Obsidian writes dates without quotes itself. Other texts are quoted, so that `yes` or `1e3` stays a text.
  (document.get('date', true) as Scalar).type = 'PLAIN';
  return document.toString({ defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 });
}

/**
 * A tag in Obsidian's format: letters, digits, `_`, `-` and `/`, and not only digits (https://obsidian.md/help/tags).
 * Null if nothing of the name remains.
 */
function obsidianTag(name: string): string | null {
  const tag = name
    .normalize('NFC')
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}\p{Emoji_Presentation}_/-]/gu, '');
  if (tag === '') return null;
  return /^[\d/_-]*$/.test(tag) && !/[_-]/.test(tag) ? `_${tag}` : tag;
}

/** Characters that start emphasis, code, links, HTML, tags, formulas and comments, in CommonMark or in Obsidian. */
const MARKS = /[\\`*_[\]<>#$~]|%(?=%)|=(?==)/gu;
/** A line that would turn the previous line into a heading, or be a rule. */
const RULE = /^[-=]+$/;

function escapeMarkdown(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
  const escaped = plain.replace(MARKS, (mark) => `\\${mark}`);
  return escaped
    .split('\n')
    .map((line) => (RULE.test(line.trim()) ? `\\${line.trim()}` : line))
    .join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

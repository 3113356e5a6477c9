import { stripVTControlCharacters } from 'node:util';
import type { Row } from './command.ts';

/** Formats a command's result: rows as a table, a single row as a list of fields. */
export function formatText(result: Row | readonly Row[]): string {
  if (!isRows(result)) return formatFields(result);
  return result.length === 0 ? 'None' : formatTable(result);
}

/** Formats a command's result as JSON. */
export function formatJson(result: Row | readonly Row[]): string {
  return JSON.stringify(result, null, 2);
}

function isRows(result: Row | readonly Row[]): result is readonly Row[] {
  return Array.isArray(result);
}

function formatFields(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
    .join('\n');
}

function formatTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name] ?? null)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and ids are external input, so they must not contain terminal control characters or line breaks. */
function cell(value: Row[string]): string {
  const text = value === null ? '-' : typeof value === 'object' ? value.join(' ') || '-' : String(value);
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ');
}

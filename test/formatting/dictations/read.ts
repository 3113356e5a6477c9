import { readFileSync } from 'node:fs';
import type { CaseOptions } from '../format.ts';
import type { Case } from '../support.ts';

/**
 * Reads a set of dictations: a line with the spoken text, then an indented line with the written text as a JSON string,
 * and the fields of the request as a JSON object if it has any.
 */
export function readDictations(name: string): readonly Case[] {
  const text = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8');
  const [, ...entries] = text.split(/^(?=\S)/mu);
  return entries.map((entry) => {
    const [spoken = '', written = '', fields] = entry.trimEnd().split('\n');
    const options: CaseOptions | undefined = fields === undefined ? undefined : JSON.parse(fields);
    return options === undefined ? [spoken, JSON.parse(written)] : [spoken, JSON.parse(written), options];
  });
}

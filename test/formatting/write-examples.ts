import { readFileSync, writeFileSync } from 'node:fs';
import { renderExamples } from './examples.ts';

/** `bun test/formatting/write-examples.ts` writes the examples of `formatting/README.md` anew. */
const readme = new URL('../../formatting/README.md', import.meta.url);
const [before = '', rest = ''] = readFileSync(readme, 'utf8').split('<!-- examples -->\n');
const [, after = ''] = rest.split('<!-- /examples -->');
writeFileSync(readme, `${before}<!-- examples -->\n${renderExamples()}\n<!-- /examples -->${after}`);

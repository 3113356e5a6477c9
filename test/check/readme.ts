import { Environment } from '../../platform/config/config.ts';

/** Entry of `bun run check:readme`: README's configuration table names every variable, and no other. */
const readme = await Bun.file(new URL('../../README.md', import.meta.url)).text();
const documented = new Set([...readme.matchAll(/^\| *`([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name ?? ''));
const known = new Set(Object.keys(Environment.properties));
const missing = [...known].filter((name) => !documented.has(name));
const unknown = [...documented].filter((name) => !known.has(name) && !name.startsWith('TEMPORAL_'));
for (const name of missing) process.stdout.write(`README's configuration table lacks ${name}\n`);
for (const name of unknown) process.stdout.write(`README's configuration table names ${name}, which nothing reads\n`);
process.exit(missing.length + unknown.length > 0 ? 1 : 0);

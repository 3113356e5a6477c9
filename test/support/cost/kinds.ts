/** Kinds of processes of a run of the tests, by their command. The first that matches is taken. */
const KINDS: readonly [kind: string, command: RegExp][] = [
  ['speech', /speech\/(process\/child|prepared\/main)\.ts/],
  ['Temporal', /\btemporal server\b/],
  ['Redis', /^(\S*\/)?redis-(server|sentinel|cli)\b/],
  ['Chromium', /chrom(e|ium)\S*/],
  ['workers', /\bworker\/main\.ts/],
  ['APIs', /\b(api\/main|test-server\/\S+)\.ts/],
  ['Deno', /\bdeno-[\d.]+\b/],
  ['JVM', /^(\S*\/)?(java|mvn)\b/],
  ['Python', /^(\S*\/)?(python[\d.]*|pip[\d.]*)\b/],
  ['Go, Rust', /^(\S*\/)?(go|compile|link|asm|cargo|rustc)\b|\/go-build/],
  ['tests', /\bbun(\.exe)?"? test\b|support\/run\.ts/],
  ['checks', /\b(biome|tsc|knip|depcruise|dependency-cruiser|license-checker\S*|check:[\w-]+|test\/check\/\S+)/],
  ['development stack', /\bdevelopment\/\S+\.(ts|mjs)|\badmin\/main\.ts/],
  ['this measurement', /support\/cost\/main\.ts/],
];

/** The kind of a process, for instance `speech`. */
export function kindOf(command: string): string {
  return KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
}

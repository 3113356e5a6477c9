import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 8;

/** Where the processor time of JavaScript went, by package or folder, of each profile in a folder (`--cpu-prof`). */
export async function describeProfiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort();
  return Promise.all(
    files.map(async (name) => {
      const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile;
      const shares = sharesOf(profile).slice(0, SHOWN);
      return `${name}: ${shares.map(([place, share]) => `${place} ${(100 * share).toFixed(0)} %`).join(', ')}`;
    }),
  );
}

function sharesOf({ nodes, samples, timeDeltas }: CpuProfile): [place: string, share: number][] {
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  let whole = 0;
  for (const [index, id] of samples.entries()) {
    const place = places.get(id) ?? 'unknown';
    if (place === '(idle)') continue;
    const us = timeDeltas[index] ?? 0;
    whole += us;
    times.set(place, (times.get(place) ?? 0) + us);
  }
  return [...times]
    .map(([place, us]): [string, number] => [place, us / whole])
    .sort(([, one], [, other]) => other - one);
}

const ROOT = new URL('../../', import.meta.url).pathname;

/** The package of the function, Sotto's folder, or the function itself where it is the runtime's. */
function placeOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const named = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url.replace(/^.*node_modules\/(?=.*node_modules)/, ''));
  if (named?.[1]) return named[1];
  // The folder that Sotto is in may have the name of one of its own folders.
  const [, inside] = url.split(ROOT);
  return inside?.includes('/') ? inside.slice(0, inside.indexOf('/')) : functionName || '(native)';
}

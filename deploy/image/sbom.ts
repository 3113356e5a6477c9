import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Entry: prints the bill of materials of the packages in `node_modules`, in CycloneDX' JSON.
 *
 *     bun deploy/image/sbom.ts > sbom.cdx.json
 */

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: unknown;
}

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly [{ readonly expression: string }];
}

async function components(modules: string): Promise<Component[]> {
  const found = new Map<string, Component>();
  for (const path of await manifests(modules)) {
    const { name, version, license }: Manifest = JSON.parse(await readFile(path, 'utf8'));
    if (!name || !version) continue;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses =
      typeof license === 'string' && license !== '' ? { licenses: [{ expression: license }] as const } : {};
    found.set(purl, { type: 'library', 'bom-ref': purl, name, version, purl, ...licenses });
  }
  return [...found.values()].sort((a, b) => a.purl.localeCompare(b.purl));
}

/** The manifests of installed packages: directly in a `node_modules` folder, or below a scope in it. */
async function manifests(modules: string): Promise<string[]> {
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const installed = /(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/;
  return entries
    .filter(({ name, parentPath }) => name === 'package.json' && installed.test(parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
}

const { name, version }: Manifest = JSON.parse(await readFile('package.json', 'utf8'));
const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': 'sotto', name, version } },
  components: await components(join(process.cwd(), 'node_modules')),
};
process.stdout.write(`${JSON.stringify(bill, null, 1)}\n`);

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, type Env, findExecutable } from '../../development/executables.ts';
import type { Progress } from '../../development/progress.ts';
import { runTool, type ToolResult } from '../../development/run-tool.ts';
import { inCache } from './tool-cache.ts';

const timeoutMs = 20 * 60_000;
/** The oldest and the newest version of Kubernetes that the chart is checked against. */
export const KUBERNETES_VERSIONS = ['v1.25.0', 'v1.37.0'] as const;
const SCHEMAS = 'kubernetes-schemas-1.37.0';
const HELM = ['helm.sh/helm/v3/cmd/helm', 'v3.16.4'] as const;
const KUBECONFORM = ['github.com/yannh/kubeconform/cmd/kubeconform', 'v0.6.7'] as const;
const PROMTOOL = ['github.com/prometheus/prometheus/cmd/promtool', 'v0.54.1'] as const;

/** Finds or installs the programs that check the files of `deploy/`, except promtool. */
export function getDeployTools(env: Env, progress: Progress): Promise<void>[] {
  return [getHelm(env, progress), getKubeconform(env, progress), getSchemas(env, progress)];
}

async function getHelm(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['helm'], env)) return;
  await inCache(env, 'bin/helm', (folder) =>
    progress.during('Building Helm with Go', () => buildWithGo(...HELM, folder, env)),
  );
}

async function getKubeconform(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['kubeconform'], env)) return;
  await inCache(env, 'bin/kubeconform', (folder) =>
    progress.during('Building kubeconform with Go', () => buildWithGo(...KUBECONFORM, folder, env)),
  );
}

/** The folder of Kubernetes' JSON schemas: `v<version>/<kind>-<group>-<version>.json`. */
export function kubernetesSchemas(env: Env): string {
  return join(cacheFolder(env), SCHEMAS);
}

/** Extracts the JSON schemas of two Kubernetes versions from a Python package that contains them. */
async function getSchemas(env: Env, progress: Progress): Promise<void> {
  if (existsSync(kubernetesSchemas(env))) return;
  const python = findExecutable(['python3'], env);
  if (!python) throw new Error("Cannot test as Kubernetes' schemas need Python 3.10 with pip: install both");
  const pins = fileURLToPath(new URL('./kubernetes-schemas.txt', import.meta.url));
  await inCache(env, SCHEMAS, async (folder) =>
    progress.during("Fetching Kubernetes' schemas", async () => {
      const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes', '--dest', folder];
      const downloaded = await runTool(python, ['-m', 'pip', 'download', ...options, '-r', pins], { env, timeoutMs });
      if (!downloaded.ok) return downloaded;
      const args = ['-c', UNPACK_SCHEMAS, folder, join(folder, SCHEMAS), ...KUBERNETES_VERSIONS];
      return runTool(python, args, { env, timeoutMs });
    }),
  );
}

/** Writes each schema together with the definitions that it needs, so that it is complete and loads quickly. */
const UNPACK_SCHEMAS = `
import json, pathlib, re, sys, zipfile
source, target, *versions = sys.argv[1:]
archive = zipfile.ZipFile(next(pathlib.Path(source).glob("*.whl")))
reference = re.compile(r'#/\\$defs/([^"]+)"')
for version in versions:
    folder = pathlib.Path(target, version)
    folder.mkdir(parents=True)
    inside = f"kubernetes_validate/kubernetes-json-schema/{version}-local-strict/"
    definitions = json.loads(archive.read(inside + "_definitions.json"))["$defs"]
    for name in archive.namelist():
        if not name.startswith(inside) or name.endswith("_definitions.json"):
            continue
        schema = json.loads(archive.read(name).replace(b"/api/_definitions.json#", b"#"))
        if "x-kubernetes-group-version-kind" not in schema:
            continue
        del schema["$id"]
        needed, waiting = {}, reference.findall(json.dumps(schema))
        while waiting:
            definition = waiting.pop()
            if definition not in needed:
                needed[definition] = definitions[definition]
                waiting += reference.findall(json.dumps(definitions[definition]))
        schema["$defs"] = needed
        (folder / pathlib.PurePosixPath(name).name).write_text(json.dumps(schema))
`;

/** Extracts promtool from Debian's Prometheus package, which takes seconds and needs no Go. On other systems, Go builds it. */
export async function getPromtool(env: Env, progress: Progress): Promise<void> {
  if (findExecutable(['promtool'], env)) return;
  await inCache(env, 'bin/promtool', (folder) =>
    progress.during('Getting promtool', async () => {
      const unpacked = await fromDebian('prometheus', 'usr/bin/promtool', folder, env);
      return unpacked.ok ? unpacked : buildWithGo(...PROMTOOL, folder, env);
    }),
  );
}

/** Unpacks one file of a Debian package into `folder`, without installing the package. */
async function fromDebian(name: string, file: string, folder: string, env: Env): Promise<ToolResult> {
  const work = await mkdtemp(join(folder, 'deb-'));
  const run = (command: string, ...args: string[]) => runTool(command, args, { env, timeoutMs, cwd: work });
  const download = () => run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', name);
  let downloaded = await download();
  // A new machine has no package lists.
  if (!downloaded.ok && process.getuid?.() === 0 && (await run('apt-get', 'update')).ok) downloaded = await download();
  if (!downloaded.ok) return downloaded;
  const archive = (await readdir(work)).find((entry) => entry.endsWith('.deb')) ?? '';
  const unpacked = await run('dpkg-deb', '-x', archive, 'root');
  if (unpacked.ok) await rename(join(work, 'root', file), join(folder, file.split('/').at(-1) ?? file));
  return unpacked;
}

/** Builds a command of a Go module in a separate module, because `go install` refuses modules with `replace` directives. */
async function buildWithGo(command: string, version: string, folder: string, env: Env): Promise<ToolResult> {
  const go = findExecutable(['go'], env);
  if (!go) throw new Error(`Cannot test as '${command}' needs Go to be built: install Go`);
  const work = await mkdtemp(join(folder, 'go-'));
  const run = (...args: string[]) => runTool(go, args, { env, timeoutMs, cwd: work });
  for (const step of [
    ['mod', 'init', 'tools'],
    ['get', `${command}@${version}`],
    ['build', '-mod=mod', '-ldflags', '-s -w', '-o', join(folder, command.split('/').at(-1) ?? command), command],
  ]) {
    const result = await run(...step);
    if (!result.ok) return result;
  }
  return { ok: true, output: '' };
}

import { spawnSync } from 'node:child_process';

const SCRIPT = `
import io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
print(json.dumps([[name, archive.read(name).decode()] for name in archive.namelist()]))
`;

/** The text files of a ZIP, in its order. Python reads them and verifies their checksums. */
export function unzip(bytes: Uint8Array): readonly (readonly [name: string, text: string])[] {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', SCRIPT], { input: bytes, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`Not a ZIP: ${stderr}`);
  return JSON.parse(stdout.toString());
}

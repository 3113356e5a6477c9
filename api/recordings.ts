import { Elysia } from 'elysia';
import { fileBody } from '../platform/http/file-body.ts';
import type { FoundRecording } from '../platform/recordings/disk.ts';
import { contentDisposition } from '../platform/recordings/file-name.ts';
import type { Link } from '../platform/recordings/links.ts';
import type { ApiDeps } from './deps.ts';
import { ApiError } from './errors.ts';
import { methodOf } from './head.ts';

const PATH = '/v1/recordings/';

/** Any page may play a recording that it has the link to. `sandbox` prevents scripts in the file from running. */
const HEADERS = {
  'accept-ranges': 'bytes',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

/** Serves recordings on disk by signed link, without a token. Links to recordings in a bucket lead to the bucket. */
export function createRecordingRoutes({
  platform,
}: {
  readonly platform: Pick<ApiDeps['platform'], 'recordings' | 'links'>;
}) {
  const { recordings, links } = platform;
  const routes = new Elysia();
  if (!('find' in recordings)) return routes;
  const answer = async ({ request, set }: { request: Request; set: Answer }): Promise<Response> => {
    const link = links.verify(new URL(request.url));
    if (!link) throw new ApiError(403, 'The link is not valid or has expired');
    const recording = await recordings.find(link.object);
    if (!recording) throw new ApiError(404, 'The recording was removed');
    return send(recording, link, request, set);
  };
  return routes.get(`${PATH}*`, answer, { detail: { hide: true } });
}

interface Answer {
  status?: number | string;
  readonly headers: Record<string, unknown>;
}

async function send({ path, bytes, modifiedAt }: FoundRecording, link: Link, request: Request, set: Answer) {
  const etag = `"${bytes.toString(36)}-${modifiedAt.toString(36)}"`;
  const range = requestedRange(request, bytes, etag);
  if (range === 'unsatisfiable') {
    set.headers['content-range'] = `bytes */${bytes}`;
    throw new ApiError(416, 'The range is outside the recording');
  }
  const [first, last] = range ?? [0, bytes - 1];
  const headers = {
    ...HEADERS,
    etag,
    'content-type': link.contentType ?? 'application/octet-stream',
    'content-disposition': contentDisposition(link.fileName),
    'content-length': String(last - first + 1),
    ...(range ? { 'content-range': `bytes ${first}-${last}/${bytes}` } : {}),
  };
  const silent = methodOf(request) === 'HEAD' || last < first;
  const status = range ? 206 : 200;
  set.status = status; // for the log and the metrics
  return new Response(silent ? null : await fileBody(path, first, last), { status, headers });
}

/** Supports one range of bytes (RFC 9110, section 14). Any other range gets the whole file, as the RFC allows. */
function requestedRange(request: Request, bytes: number, etag: string): [number, number] | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '') ?? [];
  const condition = request.headers.get('if-range');
  if ((from === '' && to === '') || (condition !== null && condition !== etag)) return null;
  if (from === '')
    return Number(to) === 0 || bytes === 0 ? 'unsatisfiable' : [Math.max(0, bytes - Number(to)), bytes - 1];
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < Number(from)) return null;
  return Number(from) >= bytes ? 'unsatisfiable' : [Number(from), last];
}

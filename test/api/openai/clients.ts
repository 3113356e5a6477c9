/** A part of a form as a client writes it: its header lines, and its value or `AUDIO`. */
type Part = readonly [head: readonly string[], body: string];

/** A request as a client sends it. */
export interface ClientRequest {
  readonly client: string;
  readonly path: string;
  /** In the client's order, without the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly boundary: string;
  readonly parts: readonly Part[];
  /** Some clients do not know the length before they send. */
  readonly isChunked?: boolean;
  /** What the client reads of the answer. */
  readonly reads: 'text of JSON' | 'text' | 'language of verbose JSON';
}

/** Stands for the recording. */
export const AUDIO = '\u0000audio';

const disposition = (name: string, fileName?: string) =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
const text = (name: string, value: string): Part => [[disposition(name)], value];
const file = (fileName: string, type?: string): Part => [
  [disposition('file', fileName), ...(type === undefined ? [] : [`Content-Type: ${type}`])],
  AUDIO,
];
/** OkHttp writes the length of each part. */
const measured = (name: string, fileName: string): Part => [
  [disposition(name, fileName), 'Content-Type: audio/mp4', 'Content-Length: AUDIO-LENGTH'],
  AUDIO,
];
const V1 = '/v1/audio/transcriptions';
const hex = '0f3d9b2c4e5a46c8a1d27b9e6c5f4a3b';
/** What the official Python package adds, by which Home Assistant's, LiveKit's and aider's requests go. */
const PYTHON_SDK = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate',
  connection: 'keep-alive',
  'user-agent': 'OpenAI/Python 1.55.3',
  'x-stainless-lang': 'python',
  'x-stainless-package-version': '1.55.3',
  'x-stainless-os': 'Linux',
  'x-stainless-arch': 'x64',
  'x-stainless-runtime': 'CPython',
  'x-stainless-runtime-version': '3.12.4',
  'x-stainless-async': 'false',
  'x-stainless-retry-count': '0',
};
const CHROMIUM = {
  Connection: 'keep-alive',
  'sec-ch-ua-platform': '"macOS"',
  'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)',
  Accept: 'application/json, text/plain, */*',
};

/** Requests of clients, as their sources build them. */
export const CLIENT_REQUESTS: readonly ClientRequest[] = [
  {
    client: 'Open WebUI: fields before a file that has no type and a wrong ending, and a slash after the base address',
    path: '/v1//audio/transcriptions',
    headers: { 'User-Agent': 'python-requests/2.32.3', 'Accept-Encoding': 'gzip, deflate', Accept: '*/*' },
    boundary: hex,
    parts: [text('model', 'whisper-1'), text('language', 'en'), file('c4d5a6b7.webm')],
    reads: 'text of JSON',
  },
  {
    client: 'Obsidian Whisper: from its own origin, with an empty language',
    path: V1,
    headers: { ...CHROMIUM, Origin: 'app://obsidian.md' },
    boundary: '----WebKitFormBoundary7MA4YWxkTrZu0gW3',
    parts: [file('Recording.webm', 'audio/webm'), text('model', 'whisper-1'), text('language', '')],
    reads: 'text of JSON',
  },
  {
    client: 'LibreChat: a stream of unknown length',
    path: V1,
    headers: { Accept: 'application/json, text/plain, */*', 'User-Agent': 'axios/1.8.2' },
    boundary: '--------------------------293582696224464213746580',
    parts: [file('audio.webm', 'audio/webm'), text('model', 'whisper-1'), text('language', 'en')],
    isChunked: true,
    reads: 'text of JSON',
  },
  {
    client: 'n8n: a fixed model before the file',
    path: V1,
    headers: { accept: 'application/json,text/html,application/xhtml+xml', 'user-agent': 'n8n' },
    boundary: '--------------------------515890814546601021194782',
    parts: [text('model', 'whisper-1'), text('temperature', '0.2'), file('speech.mp3', 'audio/mpeg')],
    reads: 'text of JSON',
  },
  {
    client: 'VoiceInk: a style as prompt, and every field after the file',
    path: V1,
    headers: {
      Accept: '*/*',
      'Accept-Language': 'en-US,en;q=0.9',
      'User-Agent': 'VoiceInk/1 CFNetwork/1568 Darwin/24',
    },
    boundary: 'Boundary-8F1B7A52-6A0F-4C57-9D0C-6C0DB6C9D8AD',
    parts: [
      file('recording.wav', 'audio/wav'),
      text('model', 'sotto'),
      text('language', 'en'),
      text('prompt', 'Hello, how are you doing? Nice to meet you.'),
      text('response_format', 'json'),
      text('temperature', '0'),
    ],
    reads: 'text of JSON',
  },
  {
    client: 'whisper-to-input for Android: the file twice under two names, and a query of another server',
    path: `${V1}?encode=true&task=transcribe&language=en&word_timestamps=false&output=txt`,
    headers: { 'Accept-Encoding': 'gzip', 'User-Agent': 'okhttp/4.12.0' },
    boundary: 'd9a1e3a8-4b44-4f0e-a8f8-0a3c3a0a7d55',
    parts: [
      measured('audio_file', '@audio.m4a'),
      measured('file', '@audio.m4a'),
      text('model', 'whisper-1'),
      text('response_format', 'text'),
    ],
    reads: 'text',
  },
  {
    client: 'OpenAI Whisper Cloud for Home Assistant: an empty prompt',
    path: V1,
    headers: PYTHON_SDK,
    boundary: hex,
    parts: [
      text('model', 'whisper-1'),
      text('language', 'en'),
      text('prompt', ''),
      text('temperature', '0'),
      file('tmp3k1z9x.wav', 'audio/x-wav'),
    ],
    reads: 'text of JSON',
  },
  {
    client: 'LiveKit Agents: verbose_json for whisper-1, whose language it reads',
    path: V1,
    headers: { ...PYTHON_SDK, 'user-agent': 'LiveKit Agents', 'x-stainless-async': 'async:asyncio' },
    boundary: hex,
    parts: [
      text('model', 'whisper-1'),
      text('language', 'en'),
      text('response_format', 'verbose_json'),
      file('file.wav', 'audio/wav'),
    ],
    reads: 'language of verbose JSON',
  },
  {
    client: 'aider: what was typed before as prompt',
    path: V1,
    headers: PYTHON_SDK,
    boundary: hex,
    parts: [
      text('model', 'whisper-1'),
      text('prompt', '/add src/main.py\n# also lint it -> then commit\nfix the `parse_args()` bug'),
      text('response_format', 'verbose_json'),
      file('tmpq8w7.wav', 'audio/x-wav'),
    ],
    reads: 'language of verbose JSON',
  },
  {
    client: 'OpenWhispr: from a page of Electron, with a codec in the type, and /v1 twice',
    path: '/v1/v1/audio/transcriptions',
    headers: { ...CHROMIUM, Origin: 'file://' },
    boundary: '----WebKitFormBoundaryPqLt1wY8xZbC5dEf',
    parts: [
      file('audio.webm', 'audio/webm;codecs=opus'),
      text('model', 'sotto'),
      text('language', 'en'),
      text('prompt', 'Kubernetes, ChargeBee'),
    ],
    reads: 'text of JSON',
  },
  {
    client: 'go-openai: a base address without /v1, and a type that says nothing',
    path: '/audio/transcriptions',
    headers: { 'User-Agent': 'Go-http-client/1.1', Accept: 'application/json', 'Accept-Encoding': 'gzip' },
    boundary: '8f3d0c6f0f1c5f6b1d4c2a9e7b5a3c1d8e6f4a2b0c9d7e5f3a1b8c6d4e2f',
    parts: [
      file('audio.mp3', 'application/octet-stream'),
      text('model', 'whisper-1'),
      text('response_format', 'json'),
      text('temperature', '0.30'),
      text('language', 'english'),
    ],
    reads: 'text of JSON',
  },
  {
    client: 'curl in a shell script: quoted values, and a file without a name',
    path: '/v1/audio/transcriptions/',
    headers: { 'User-Agent': 'curl/8.7.1', Accept: '*/*', Expect: '' },
    boundary: '------------------------d74496d66958873e',
    parts: [
      [[disposition('file')], AUDIO],
      text('model', '"whisper-1"'),
      text('response_format', "'text'"),
      text('language', '"auto"'),
      text('stream', 'False'),
    ],
    reads: 'text',
  },
];

/** The bytes of the form. */
export function bodyOf({ boundary, parts }: ClientRequest, audio: Uint8Array): Buffer {
  const pieces = parts.flatMap(([head, body]) => {
    const lines = head.map((line) => line.replace('AUDIO-LENGTH', String(audio.length)));
    return [`--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`, body === AUDIO ? audio : body, '\r\n'];
  });
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

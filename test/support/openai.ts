import { serve } from '../../platform/http/serve.ts';

/** An external engine or LLM: a server with the OpenAI API whose answers a test decides. */
export interface TestOpenAi {
  /** The value for `SPEECH_URL` or `LLM_URL`. */
  readonly url: string;
  /** The received requests. */
  readonly requests: Request[];
  /** How it answers from now on. `content` is the multipart form, or the JSON body. */
  answer(with_: (content: FormData | Record<string, unknown>) => Response | Promise<Response>): void;
  stop(): Promise<void>;
}

export async function startOpenAi(): Promise<TestOpenAi> {
  const requests: Request[] = [];
  let answer: (content: FormData | Record<string, unknown>) => Response | Promise<Response> = () =>
    Response.json({ text: 'hello' });
  const server = await serve(
    async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 404 }); // a probe of whether the server exists
      const multipart = request.headers.get('content-type')?.startsWith('multipart/form-data');
      const content = multipart ? await request.formData() : ((await request.json()) as Record<string, unknown>);
      // A server that hears nothing in the sample shows nothing about words and speakers.
      if (isProbe(content)) return Response.json({ text: '' });
      requests.push(request);
      return answer(content);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    requests,
    answer: (with_) => {
      answer = with_;
    },
    stop: server.stop,
  };
}

/** Whether this is the bundled sample with which the service learns what the server supports. */
function isProbe(content: FormData | Record<string, unknown>): boolean {
  const file = content instanceof FormData ? content.get('file') : null;
  return file instanceof File && file.name === 'probe.wav';
}

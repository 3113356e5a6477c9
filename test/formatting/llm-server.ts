import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, startReceiver } from '../support/receiver.ts';

/** A request to the chat server. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: { readonly type: string };
}

/** A chat server on loopback. A test sets its answers. */
export interface ScriptedLlm {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  bodies(): readonly ChatBody[];
  /** The model's text, in the JSON that the prompt asks for. */
  answerText(text: string): void;
  /** The model's content, unchanged. */
  answerContent(content: string, choice?: Record<string, unknown>): void;
  /** The whole response. */
  answerWith(answer: (response: ServerResponse, body: ChatBody) => void): void;
  stop(): Promise<void>;
}

export async function startLlm(): Promise<ScriptedLlm> {
  const receiver = await startReceiver();
  const parse = (request: ReceivedRequest): ChatBody => JSON.parse(request.body);
  const answerContent = (content: string, choice: Record<string, unknown> = {}) =>
    receiver.answerWith((response) => {
      const message = { role: 'assistant', content };
      const body = {
        id: 'chat-1',
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason: 'stop', message, ...choice }],
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  return {
    url: receiver.url,
    requests: receiver.requests,
    bodies: () => receiver.requests.map(parse),
    answerText: (text) => answerContent(JSON.stringify({ text })),
    answerContent,
    answerWith: (answer) => receiver.answerWith((response, request) => answer(response, parse(request))),
    stop: () => receiver.stop(),
  };
}

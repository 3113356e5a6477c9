import { OpenAI } from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import type { LlmOptions } from '../types.ts';

/** One question to the model. */
export interface ChatRequest {
  readonly system: string;
  readonly user: string;
  /** Name and JSON schema of the answer. */
  readonly schema: { readonly name: string; readonly schema: Record<string, unknown> };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** What came of it. `text` is the answer as sent: nothing of it is trusted yet. */
export type ChatAnswer =
  | { readonly outcome: 'answered'; readonly text: string }
  | { readonly outcome: 'truncated' | 'declined' | 'timed_out' | 'cancelled' | 'unavailable' };

/** Asks an OpenAI-compatible chat server. Never throws. */
export type Chat = (request: ChatRequest) => Promise<ChatAnswer>;

/** An answer is text of a dictation's size; more is a server gone wrong. */
const MAX_RESPONSE_BYTES = 1_048_576;
/**
 * What servers differ in, from the most exact to the barest; one that is refused (400, 422) is followed by the next.
 */
const DIALECTS = ['schema', 'plain', 'bare'] as const;
type Dialect = (typeof DIALECTS)[number];

/** Builds the chat client. Nothing is sent, and no server is needed, until the first question. */
export function createChat({ url, apiKey, model, timeoutMs }: LlmOptions): Chat {
  const client = new OpenAI({
    baseURL: baseOf(url),
    // The client insists on a key; servers without authentication ignore it.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: createBoundedFetch(MAX_RESPONSE_BYTES, () => new Error('Response too long')),
  });
  let understood = 0;
  return async (request) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([request.signal, timeout]);
    for (let at = understood; at < DIALECTS.length; at += 1) {
      try {
        const response = await client.chat.completions.create(bodyOf(request, model, DIALECTS[at] ?? 'bare'), {
          signal,
        });
        understood = at;
        return readAnswer(response);
      } catch (error) {
        if (request.signal.aborted) return { outcome: 'cancelled' };
        if (timeout.aborted || error instanceof OpenAI.APIConnectionTimeoutError) return { outcome: 'timed_out' };
        const refused = error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
        if (!refused) return { outcome: 'unavailable' };
      }
    }
    return { outcome: 'unavailable' };
  };
}

/** `https://host`, `https://host/v1` and `https://host/v1/chat/completions` are all the same server. */
function baseOf(url: string): string {
  const base = url.replace(/\/+$/u, '').replace(/\/chat\/completions$/u, '');
  return new URL(base).pathname === '/' ? `${base}/v1` : base;
}

function bodyOf({ system, user, schema, maxTokens }: ChatRequest, model: string, dialect: Dialect) {
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ];
  // Models that reason refuse a temperature and the older name of the token limit.
  if (dialect === 'bare') return { model, messages, max_completion_tokens: maxTokens };
  const body = { model, messages, temperature: 0, max_tokens: maxTokens };
  if (dialect === 'plain') return body;
  return {
    ...body,
    response_format: { type: 'json_schema' as const, json_schema: { ...schema, strict: true } },
  };
}

function readAnswer(response: OpenAI.Chat.Completions.ChatCompletion): ChatAnswer {
  const choice = response.choices?.[0];
  if (choice?.finish_reason === 'length') return { outcome: 'truncated' };
  if (choice?.finish_reason === 'content_filter' || choice?.message?.refusal) return { outcome: 'declined' };
  const text = choice?.message?.content;
  return typeof text === 'string' ? { outcome: 'answered', text } : { outcome: 'unavailable' };
}

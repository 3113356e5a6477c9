import { OpenAI } from 'openai';
import { createBoundedFetch } from '../../platform/http/bounded-fetch.ts';
import type { LlmOptions } from '../types.ts';

/** A request to the model. */
export interface ChatRequest {
  readonly system: string;
  readonly user: string;
  /** Name and JSON schema of the answer. */
  readonly schema: { readonly name: string; readonly schema: Record<string, unknown> };
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** The result of a request. `text` is the raw answer and must not be trusted. */
export type ChatAnswer =
  | { readonly outcome: 'answered'; readonly text: string }
  | { readonly outcome: 'truncated' | 'declined' | 'timed_out' | 'cancelled' | 'unavailable' };

/** Asks an OpenAI-compatible chat server. Never throws. */
export type Chat = (request: ChatRequest) => Promise<ChatAnswer>;

/** An answer is about as long as a dictation. A larger one is a malfunction of the server. */
const MAX_RESPONSE_BYTES = 1_048_576;
/**
 * Request formats that servers differ in, from the most specific to the simplest. If a server refuses one (400, 422),
 * the next one is tried.
 */
const DIALECTS = ['schema', 'plain', 'bare'] as const;
type Dialect = (typeof DIALECTS)[number];

/** Builds the chat client. It connects only for the first request. */
export function createChat({ url, apiKey, model, timeoutMs }: LlmOptions): Chat {
  const client = new OpenAI({
    baseURL: baseOf(url),
    // The client requires a key. Servers without authentication ignore it.
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
  // Reasoning models refuse a temperature and the older name of the token limit.
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

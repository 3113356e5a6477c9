import { loadOnce } from '../platform/load-once.ts';
import type { FormatInput } from './pipeline.ts';
import { createOffload } from './thread/offload.ts';
import type { FormatRequest, Formatter, LlmOptions } from './types.ts';

/**
 * Builds the formatter: rules first, then a rewrite by the language model, if one is configured. If the rewrite fails or
 * is refused by its check, the text is the result of the rules, and `rewrite` says why.
 */
export function createFormatter({ llm }: { readonly llm?: LlmOptions } = {}): Formatter {
  const offload = createOffload();
  if (llm === undefined) {
    return {
      format: async (request) => ({
        text: await offload('formatByRules', inputOf(request), request.signal),
        rewrite: 'not_configured',
      }),
    };
  }
  const loadRewrite = loadOnce(async () => (await import('./rewrite/rewrite.ts')).createRewrite(llm, offload));
  loadRewrite().catch(() => undefined); // the first dictation tries again
  return {
    async format(request) {
      const input = inputOf(request);
      const draft = await offload('formatDraft', input, request.signal);
      const result = await (await loadRewrite())(request, draft);
      const text = await offload('finishText', { ...input, text: result.text }, request.signal);
      return { text, rewrite: result.rewrite };
    },
  };
}

function inputOf({ extraInstructions: _, signal: __, ...input }: FormatRequest): FormatInput {
  return input;
}

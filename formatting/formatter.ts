import { finishText, formatByRules, formatDraft } from './pipeline.ts';
import { createRewrite } from './rewrite/rewrite.ts';
import type { Formatter, LlmOptions } from './types.ts';

/**
 * Builds the formatter: rules first, then the language model's rewrite of what the rules made, if one is configured.
 * A rewrite that fails or does not pass its check leaves the rules' result, and `rewrite` says why.
 */
export function createFormatter({ llm }: { readonly llm?: LlmOptions } = {}): Formatter {
  if (llm === undefined) {
    return { format: async (request) => ({ text: formatByRules(request), rewrite: 'not_configured' }) };
  }
  const rewrite = createRewrite(llm);
  return {
    async format(request) {
      const draft = formatDraft(request);
      const result = await rewrite(request, draft);
      return { text: finishText(result.text, request), rewrite: result.rewrite };
    },
  };
}

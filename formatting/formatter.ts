import { formatByRules } from './pipeline.ts';
import type { Formatter, LlmOptions } from './types.ts';

/** Builds the formatter. Without `llm` the deterministic passes are all there is. */
export function createFormatter(_options: { readonly llm?: LlmOptions; readonly now?: () => number } = {}): Formatter {
  return {
    async format(request) {
      return { text: formatByRules(request), rewrite: 'not_configured' };
    },
  };
}

import type { Formatter, LlmOptions } from './types.ts';

/** Builds the formatter. Without `llm` the deterministic passes are all there is. */
export function createFormatter(_options: { readonly llm?: LlmOptions; readonly now?: () => number } = {}): Formatter {
  return {
    async format({ text, dictionary }) {
      const words = text
        .replace(/\b(?:u+h+m*|hmm+),?\s+/giu, '')
        .replace(/\s+/gu, ' ')
        .trim();
      const named = (dictionary ?? '').split(/[\n,]/u).reduce((current, entry) => {
        const name = entry.trim();
        if (name === '' || name.includes('=>')) return current;
        const literal = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
        return current.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'), () => name);
      }, words);
      const capital = named.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
      const ended = /[\p{L}\p{N}]$/u.test(capital) && capital.split(' ').length > 3 ? `${capital}.` : capital;
      return { text: ended, rewrite: 'not_configured' };
    },
  };
}

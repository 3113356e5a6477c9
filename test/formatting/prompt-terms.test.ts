import { describe, expect, test } from 'bun:test';
import { termsOfPrompt } from '../../formatting/dictionary/prompt-terms.ts';

describe('termsOfPrompt()', () => {
  test.each([
    ['Kubernetes, ChargeBee, kubectl', ['Kubernetes', 'ChargeBee', 'kubectl']],
    ['ChargeBee', ['ChargeBee']],
    ['Glossary: Temporal Cloud, Elysia, gRPC.', ['Elysia', 'gRPC']],
    ['- Dr. Okonkwo\n- Sankt Gallen', ['Dr. Okonkwo', 'Sankt Gallen']],
    ['The transcript is about OpenAI, which makes DALL·E and GPT-4.', ['OpenAI', 'DALL·E', 'GPT-4']],
    ['We met Siobhan Okonkwo. She writes Node.js and C++.', ['Siobhan Okonkwo', 'Node.js', 'C++']],
    ['jay son => JSON\nKubernetes', ['jay son => JSON', 'Kubernetes']],
  ])('finds the names of %j', (prompt, terms) => {
    expect(termsOfPrompt(prompt)).toEqual(terms);
  });

  test.each([
    '',
    'Hello, how are you doing? Nice to meet you.',
    'Use punctuation and capital letters.',
    'Hallo, wie geht es dir? Schön dich kennenzulernen.',
    'and then we went to the store, which was closed, so we',
    'Umm, let me think like, hmm... Okay, here is what I am thinking.',
  ])('takes no word of a sentence that only sets a style: %j', (prompt) => {
    expect(termsOfPrompt(prompt)).toEqual([]);
  });

  test('leaves out a term that is too long, and stops at 100', () => {
    expect(termsOfPrompt('X'.repeat(61))).toEqual([]);
    expect(termsOfPrompt(Array.from({ length: 300 }, (_, index) => `Name${index}`).join(', '))).toHaveLength(100);
  });
});

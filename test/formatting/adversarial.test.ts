import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createFormatter } from '../../formatting/formatter.ts';
import type { Formatter } from '../../formatting/types.ts';
import { depth } from '../support/depth.ts';
import { MISBEHAVIOURS, TAMPERED, TEMPTATIONS } from './adversarial.ts';
import { format } from './format.ts';
import { type ScriptedLlm, startLlm } from './llm-server.ts';

/** The number of temptations that each kind of misbehavior is tried with. Each kind starts at a different one. */
const TRIES = depth(12, TEMPTATIONS.length);

describe('a model that misbehaves', () => {
  let llm: ScriptedLlm;
  let formatter: Formatter;

  beforeAll(async () => {
    llm = await startLlm();
    formatter = createFormatter({ llm: { url: llm.url, model: 'scripted', timeoutMs: 5_000 } });
  });
  afterAll(() => llm.stop());

  test('there are at least 60 dictations', () => {
    expect(new Set(TEMPTATIONS.map(({ text }) => text)).size).toBeGreaterThanOrEqual(60);
  });

  for (const [at, [name, misbehave]] of Object.entries(MISBEHAVIOURS).entries()) {
    test(`format() lets nothing through from a model that ${name}`, async () => {
      let tried = 0;
      const first = (at * TRIES) % TEMPTATIONS.length;
      for (const temptation of [...TEMPTATIONS.slice(first), ...TEMPTATIONS.slice(0, first)]) {
        if (tried === TRIES) break;
        const { text, language, context, dictionary, extraInstructions } = temptation;
        const byRules = format(text, temptation);
        const answer = misbehave(byRules.trim(), temptation);
        if (answer === undefined) continue;
        tried += 1;
        llm.answerText(answer);
        const result = await formatter.format({
          text,
          language,
          context,
          dictionary,
          extraInstructions,
          signal: new AbortController().signal,
        });
        expect({ dictated: text, answer, ...result }).toEqual({
          dictated: text,
          answer,
          text: byRules,
          rewrite: expect.stringMatching(/^refused_/u),
        });
      }
      expect(tried).toBeGreaterThan(0);
    });
  }

  for (const [text, rewrite, fields = {}] of TAMPERED) {
    test(`format() refuses ${JSON.stringify(rewrite)} for ${JSON.stringify(text)}`, async () => {
      llm.answerText(rewrite);
      const result = await formatter.format({
        text,
        language: undefined,
        context: undefined,
        dictionary: undefined,
        extraInstructions: undefined,
        ...fields,
        signal: new AbortController().signal,
      });
      expect(result).toEqual({ text: format(text, fields), rewrite: expect.stringMatching(/^refused_/u) });
    });
  }
});

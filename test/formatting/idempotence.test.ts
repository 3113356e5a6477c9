import { describe, expect, test } from 'bun:test';
import { TAMPERED, TEMPTATIONS } from './adversarial.ts';
import { type CaseOptions, format } from './format.ts';
import { HONEST } from './honest.ts';
import { LABELLED_NOTES } from './labelled-notes.ts';

type Text = readonly [text: string, options?: CaseOptions | undefined];

const SETS: Readonly<Record<string, readonly Text[]>> = {
  'honest rewrites': HONEST.flatMap((pair): Text[] => [
    [pair.text, pair],
    [pair.rewrite, pair],
  ]),
  temptations: TEMPTATIONS.map((temptation): Text => [temptation.text, temptation]),
  'tampered rewrites': TAMPERED.flatMap(([text, rewrite, options]): Text[] => [
    [text, options],
    [rewrite, options],
  ]),
  'labelled notes': LABELLED_NOTES.map(({ transcript, language }): Text => [transcript, { language }]),
};
const PLACES = ['App: Slack', 'Gmail', '{"app":"Terminal"}', 'field: search'];

describe('row 19: format() of what format() wrote changes nothing, for every text of', () => {
  for (const [name, texts] of Object.entries(SETS)) {
    test(name, () => {
      for (const [text, { language, dictionary, context } = {}] of texts) {
        for (const place of context === undefined ? [undefined, ...PLACES] : [context]) {
          const options = { language, dictionary, context: place };
          const once = format(text, options);
          expect({ text, place, again: format(once, options) }).toEqual({ text, place, again: once });
        }
      }
    });
  }
});

import { useState } from 'preact/hooks';
import { getDictationPreferences, setDictationPreferences } from '../api/dictation.ts';
import { attempt } from '../ui/use-resource.ts';
import { correctedWords } from './corrections.ts';

const MAX_OFFERED = 5;

/** Offers the words of a person's own correction to their dictionary. */
export function DictionaryOffer({ heard, text }: { heard: readonly string[]; text: string }) {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  if (heard.length === 0) return null;
  const words = correctedWords(heard, text)
    .filter((word) => !settled.has(word))
    .slice(0, MAX_OFFERED);
  if (words.length === 0) return null;
  async function add(word: string) {
    const done = await attempt(async () => {
      const preferences = await getDictationPreferences();
      const dictionary = [preferences.dictionary.trimEnd(), word].filter(Boolean).join('\n');
      await setDictationPreferences({ ...preferences, dictionary });
    }, `“${word}” is in your dictionary`);
    if (done) setSettled((now) => new Set([...now, word]));
  }
  return (
    <section class="offer" aria-label="Dictionary">
      <p>Shall Sotto know these words from now on?</p>
      <div class="buttons">
        {words.map((word) => (
          <button key={word} type="button" class="button quiet" onClick={() => void add(word)}>
            Add “{word}”
          </button>
        ))}
      </div>
    </section>
  );
}

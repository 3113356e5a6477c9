import { useEffect, useState } from 'preact/hooks';
import { getDictationPreferences, offerTerms, setDictationPreferences } from '../api/dictation.ts';
import { attempt } from '../ui/use-resource.ts';

const TYPING_PAUSE_MS = 1_000;

/** Offers to add words that the user corrected to their dictionary. */
export function DictionaryOffer({ heard, text }: { heard: readonly string[]; text: string }) {
  const [offered, setOffered] = useState<readonly string[]>([]);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const said = heard.join(' ');
  useEffect(() => {
    if (said === '' || text === '' || text === said) return setOffered([]);
    const timer = setTimeout(() => {
      offerTerms(said, text).then(
        ({ terms }) => setOffered(terms),
        () => setOffered([]), // the offer is optional
      );
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [said, text]);
  const words = offered.filter((word) => !settled.has(word));
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
      <p>Add these words to your dictionary?</p>
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

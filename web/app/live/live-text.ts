/** The recognized words of a dictation or a recording in progress. */
export interface LiveText {
  /** Utterances in the order of speech: the committed words, which do not change. */
  readonly utterances: readonly { readonly id: string; readonly text: string }[];
  /** Words after them that may still change. */
  readonly provisional: string;
}

export const NOTHING_SAID: LiveText = { utterances: [], provisional: '' };

const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Applies an event of the Realtime protocol. Events without words change nothing. */
export function applyEvent(said: LiveText, event: Readonly<Record<string, unknown>>): LiveText {
  const id = String(event['item_id']);
  switch (event['type']) {
    case `${TRANSCRIPTION}.delta`:
      return { utterances: changed(said, id, (text) => text + String(event['delta'])), provisional: '' };
    case `${TRANSCRIPTION}.provisional`:
      return { ...said, provisional: String(event['transcript']) };
    case `${TRANSCRIPTION}.completed`:
      return { ...said, utterances: changed(said, id, () => String(event['transcript'])) };
    case 'input_audio_buffer.committed':
      return { ...said, provisional: '' };
    default:
      return said;
  }
}

/** The final text of an utterance; undefined for other events and for an utterance without words. */
export function sentenceOf(event: Readonly<Record<string, unknown>>): string | undefined {
  if (event['type'] !== `${TRANSCRIPTION}.completed`) return undefined;
  return String(event['transcript']) || undefined;
}

function changed({ utterances }: LiveText, id: string, change: (text: string) => string): LiveText['utterances'] {
  if (!utterances.some((utterance) => utterance.id === id)) return [...utterances, { id, text: change('') }];
  return utterances.map((utterance) => (utterance.id === id ? { id, text: change(utterance.text) } : utterance));
}

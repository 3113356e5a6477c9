/** What a file's kind is recognized by. */
export interface FileFacts {
  readonly name: string;
  /** The MIME type that the browser derives from the name; empty if it knows none. */
  readonly type: string;
  readonly size: number;
}

/** Types of audio that browsers do not know, or name otherwise. */
const EXTENSION = /\.(aac|aiff?|amr|caf|flac|m4[abv]|mk[av]|mov|mp[234]|mpga|og[agv]|opus|wav|web[am]|wma|3gp)$/i;

/** Separates recordings from other files and from files without content. The service decides in the end. */
export function sortFiles<T extends FileFacts>(
  files: Iterable<T>,
): { readonly recordings: readonly T[]; readonly others: readonly T[]; readonly empty: readonly T[] } {
  const all = [...files];
  const known = all.filter(isRecording);
  return {
    recordings: known.filter(({ size }) => size > 0),
    others: all.filter((file) => !isRecording(file)),
    empty: known.filter(({ size }) => size === 0),
  };
}

/** A name without an extension says nothing, so such a file is sent. */
function isRecording({ name, type }: FileFacts): boolean {
  if (/^(audio|video)\//.test(type) || EXTENSION.test(name)) return true;
  return type === '' && !name.includes('.');
}

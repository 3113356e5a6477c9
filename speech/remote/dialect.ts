/** A way to ask for a transcript; servers of this API know different parts of it. */
export interface Dialect {
  readonly format: 'diarized_json' | 'verbose_json' | 'json';
  /** Asks for the times of words. */
  readonly words: boolean;
  /** Sends the vocabulary as a hint. */
  readonly hints: boolean;
}

/** What a caller can use of an answer beyond the text. */
export interface Wishes {
  readonly speakers: boolean;
  readonly words: boolean;
  readonly hints: boolean;
}

/** What a server is known to do, learned from its answers. */
export interface KnownDialects {
  /** The ways to ask, from the richest that the server is not known to refuse to the plainest, which all know. */
  candidates(wishes: Wishes): readonly Dialect[];
  /** The server took the last of these and refused those before it. */
  learn(tried: readonly Dialect[]): void;
}

export function createKnownDialects(): KnownDialects {
  const refused = new Set<string>();

  function candidates(wishes: Wishes): readonly Dialect[] {
    const { words, hints } = wishes;
    const all: Dialect[] = [
      ...(wishes.speakers ? [{ format: 'diarized_json', words: false, hints: false } as const] : []),
      ...(words ? [{ format: 'verbose_json', words, hints } as const] : []),
      { format: 'verbose_json', words: false, hints },
      { format: 'json', words: false, hints },
      ...(hints ? [{ format: 'json', words: false, hints: false } as const] : []),
    ];
    return all.filter((dialect, index) => index === all.length - 1 || !refused.has(nameOf(dialect)));
  }

  function learn(tried: readonly Dialect[]): void {
    for (const dialect of tried.slice(0, -1)) refused.add(nameOf(dialect));
  }

  return { candidates, learn };
}

function nameOf({ format, words, hints }: Dialect): string {
  return [format, words ? 'words' : '', hints ? 'hints' : ''].join(' ');
}

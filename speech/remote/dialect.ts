/** The options of a request for a transcript. Servers support different ones. */
export interface Dialect {
  readonly format: 'diarized_json' | 'verbose_json' | 'json';
  /** Requests the times of words. */
  readonly words: boolean;
  /** Sends the vocabulary as a hint. */
  readonly hints: boolean;
}

/** What a caller wants in addition to the text. */
export interface ClipNeeds {
  readonly speakers: boolean;
  readonly words: boolean;
  readonly hints: boolean;
}

/** What a server supports, learned from its answers. */
export interface KnownDialects {
  /** The options to try, from the most that the server has not refused to the fewest, which all servers support. */
  candidates(needs: ClipNeeds): readonly Dialect[];
  /** Records that the server accepted the last of these options and refused the others. */
  learn(tried: readonly Dialect[]): void;
}

export function createKnownDialects(): KnownDialects {
  const refused = new Set<string>();

  function candidates(needs: ClipNeeds): readonly Dialect[] {
    const { words, hints } = needs;
    const all: Dialect[] = [
      ...(needs.speakers ? [{ format: 'diarized_json', words: false, hints: false } as const] : []),
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

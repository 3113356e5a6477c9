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

/** Whether a server supports each option; null if that is not known. */
export interface Support {
  readonly segments: boolean | null;
  readonly words: boolean | null;
  readonly hints: boolean | null;
  readonly speakers: boolean | null;
}

/** What a server supports, learned from its answers. */
export interface KnownDialects {
  /** The options to try, from the most that the server has not refused to the fewest, which all servers support. */
  candidates(needs: ClipNeeds): readonly Dialect[];
  /** Records that the server accepted the last of these options and refused the others. */
  learn(tried: readonly Dialect[]): void;
  /** Replaces all that was learned with the result of a probe. */
  replace(support: Support): void;
}

export function createKnownDialects(): KnownDialects {
  const refused = new Set<string>();
  let support: Support = { segments: null, words: null, hints: null, speakers: null };

  function candidates(needs: ClipNeeds): readonly Dialect[] {
    const hints = needs.hints && support.hints !== false;
    const { words } = needs;
    const all: Dialect[] = [
      ...(needs.speakers ? [{ format: 'diarized_json', words: false, hints: false } as const] : []),
      ...(words ? [{ format: 'verbose_json', words, hints } as const] : []),
      { format: 'verbose_json', words: false, hints },
      { format: 'json', words: false, hints },
      ...(hints ? [{ format: 'json', words: false, hints: false } as const] : []),
    ];
    return all.filter(
      (dialect, index) => index === all.length - 1 || (isSupported(dialect, support) && !refused.has(nameOf(dialect))),
    );
  }

  return {
    candidates,
    learn: (tried) => {
      for (const dialect of tried.slice(0, -1)) refused.add(nameOf(dialect));
    },
    replace: (found) => {
      refused.clear();
      support = found;
    },
  };
}

function isSupported({ format, words }: Dialect, support: Support): boolean {
  if (format === 'diarized_json') return support.speakers !== false;
  if (format === 'json') return true;
  return support.segments !== false && !(words && support.words === false);
}

function nameOf({ format, words, hints }: Dialect): string {
  return [format, words ? 'words' : '', hints ? 'hints' : ''].join(' ');
}

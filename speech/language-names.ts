let codes: ReadonlyMap<string, string> | undefined;
let names: Intl.DisplayNames | undefined;

/** The code of a language given by English name (`German`) or code (`de`, `de-AT`); null for anything else. */
export function languageCode(language: string): string | null {
  const name = language.trim().toLowerCase();
  const [primary = ''] = name.split(/[-_]/);
  return codesByName().get(name) ?? (/^[a-z]{2,3}$/.test(primary) ? primary : null);
}

/** The English name in lower case of a language given by code (`de`, `de-AT`); null if it has none. */
export function languageName(code: string): string | null {
  const [primary = ''] = code.split(/[-_]/);
  return /^[a-z]{2,3}$/i.test(primary) ? (englishNames().of(primary)?.toLowerCase() ?? null) : null;
}

/** ISO 639-1 by English name in lower case. */
function codesByName(): ReadonlyMap<string, string> {
  codes ??= new Map(namedCodes());
  return codes;
}

function* namedCodes(): Generator<[name: string, code: string]> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = languageName(code);
    // Some names also have an older code: `iw` was replaced by `he`.
    if (name !== null && Intl.getCanonicalLocales(code)[0] === code) yield [name, code];
  }
}

function englishNames(): Intl.DisplayNames {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names;
}

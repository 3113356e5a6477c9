/** Informal forms and their full forms. */
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'have to',
    kinda: 'kind of',
    sorta: 'sort of',
    lemme: 'let me',
    gimme: 'give me',
    dunno: 'do not know',
    cuz: 'because',
    cause: 'because',
    cannot: 'can not',
    "can't": 'can not',
    cant: 'can not',
    "won't": 'will not',
    wont: 'will not',
    "shan't": 'shall not',
    "ain't": 'ain not',
    aint: 'ain not',
    "let's": 'let we',
    im: 'i am',
    ive: 'i have',
    // Speakers sound the same with either.
    youre: 'your',
    "you're": 'your',
    theyre: 'there',
    "they're": 'there',
    their: 'there',
    alot: 'a lot',
    "y'all": 'you all',
    noone: 'no one',
    incase: 'in case',
    infact: 'in fact',
    lets: 'let we',
    thats: "that 's",
    whats: "what 's",
    hes: "he 's",
    shes: "she 's",
    theres: "there 's",
  }),
);
const NOT_WITHOUT_APOSTROPHE = /^(do|did|does|is|are|was|were|has|have|had|could|would|should)nt$/u;
const CLITICS: readonly (readonly [string, string])[] = [
  ["n't", 'not'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'m", 'am'],
  ["'d", 'would'],
  ["'s", "'s"],
];

/** The words that a contraction or an informal form stands for: "gonna", "we'll", "l'idée". */
export function fullForm(word: string): readonly string[] {
  const form = FORMS.get(word);
  if (form !== undefined) return form.split(' ');
  const negated = NOT_WITHOUT_APOSTROPHE.exec(word)?.[1];
  if (negated !== undefined) return [negated, 'not'];
  const modal = /^(should|would|could|might|must)'?ve$/u.exec(word)?.[1];
  if (modal !== undefined) return [modal, 'have'];
  const clitic = CLITICS.find(([end]) => word.endsWith(end) && word.length > end.length);
  if (clitic !== undefined) return [...fullForm(word.slice(0, -clitic[0].length)), clitic[1]];
  // French: "l'idée".
  const elided = /^([cdjlmnst]|qu)'(.+)$/u.exec(word);
  return elided === null ? [word] : [elided[1] ?? '', elided[2] ?? ''];
}

import { trimEnd } from './shorten.ts';
import type { Sentence } from './text.ts';

/** Phrases of a language by which titles and summaries are found. */
interface Patterns {
  /** Words that may open a sentence and carry no content. */
  readonly openers: readonly string[];
  /** Words that occur only in sentences with a subject or a verb. */
  readonly clause: RegExp;
  /** A task, wish or request. The captured group is the action. */
  readonly action: RegExp;
  /** A phrase that names the subject of the note. */
  readonly about: RegExp;
  /** A sentence with its subject captured. */
  readonly subject: RegExp;
}

const HEADLINES: Readonly<Record<string, Patterns>> = {
  en: {
    openers: openers(
      'hey|hi|hello|okay|ok|so|well|um|uh|and|also|alright|right|yeah|all right|quick note|note to self|anyway',
    ),
    clause:
      /\b(?:i|we|you|he|she|they|it|there|is|are|was|were|am|went|has|have|had|will|can|could|should|must|would|did|do|does|don't)\b|['’](?:s (?:a|the|been|going|called|about)|m|re|ll|ve|d)\b/iu,
    action:
      /\b(?:(?:i|we) (?:really |still |also |just )?(?:have to|need to|must|should|want to|have got to|am going to|are going to|plan to)|(?:i'm|i’m|we're|we’re) going to|(?:i'll|i’ll|we'll|we’ll)|remember to|don['’]t forget to|remind me to|make sure to|(?<=^|[.,] )please)\s(?!let me know)(.+)/iu,
    about:
      /\b(?:calling|writing|talking|thinking) about (?:the |a |an |my |our )?(.+)|\bargued? with [\p{L}\s]{1,20}? about (?:the |my )?(.+)/iu,
    subject: /^(?:the |my |our )(.{6,60}?) (?:is|was|went|are|were|has|had)\b/iu,
  },
  de: {
    openers: openers('also|so|okay|ok|ja|hallo|hi|ähm|äh|und|na ja|gut'),
    clause:
      /\b(?:ich|wir|du|er|sie|es|man|ist|sind|war|waren|hat|haben|wird|werden|muss|müssen|soll|sollen|kann|können|könnten)\b/iu,
    action:
      /\b(?:(?:ich|wir) (?:muss|müssen|soll|sollten|sollen|will|wollen|möchte|möchten|könnten)|bitte)\s(?:noch |bis dahin |auch ){0,3}(.+)/iu,
    about: /\b(?:geht um|nachgedacht über|wegen) (?:den |die |das |dem |der )?(.+)/iu,
    subject: /^(?:der |die |das |mein |meine |unser |unsere )(.{6,60}?) (?:ist|war|sind|waren|hat)\b/iu,
  },
  fr: {
    openers: openers('alors|donc|euh|bon|ben|bonjour|salut|et|voilà|oui'),
    clause:
      /(?<![\p{L}])(?:je|j['’]|on|nous|tu|il|elle|ils|elles|c['’]est|est|sont|était|a|ont|faut|doit|dois|devons)(?![\p{L}])/iu,
    action:
      /(?<![\p{L}])(?:il faut que (?:je |j['’]|tu |on |nous )|il faut(?:drait)? (?:d['’]abord |aussi )?|je dois (?:aussi )?|nous devons |on doit |on pourrait |je vais |pense à |n['’]oublie pas de )(.+)/iu,
    about: /(?<![\p{L}])(?:pensé à|à propos d[eu]|appelle pour) (?:le |la |les |l['’])?(.+)/iu,
    subject: /^(?:le |la |les |l['’]|mon |ma |notre )(.{6,60}?) (?:est|sont|était|a|ont|s['’]est)\b/iu,
  },
  es: {
    openers: openers('pues|bueno|vale|entonces|eh|hola|y|a ver|oye'),
    clause:
      /(?<![\p{L}])(?:yo|nosotros|tú|él|ella|ellos|es|son|está|están|fue|era|he|ha|han|hay|tengo|tenemos|se|quiero|debo|podríamos)(?![\p{L}])/iu,
    action:
      /(?<![\p{L}])(?:(?:tengo|tenemos|tienes|hay) que |debo |debemos |quiero |podríamos |voy a |vamos a |recuerda |no olvides? |pregunta )(.+)/iu,
    about: /(?<![\p{L}])(?:pensado en|llamo por|hablar de|acerca de) (?:el |la |los |las )?(.+)/iu,
    subject: /^(?:el |la |los |las |mi |nuestro |nuestra )(.{6,60}?) (?:es|son|está|fue|era|salió|ha)\b/iu,
  },
};

/** Words that carry no content in a headline. */
const EMPTY_HEADLINE = new Set(
  'note notes memo voice reminder quick myself self idea ideas thought thoughts update list today tomorrow nota notas recordatorio mañana hoy idea notiz kurze erinnerung idee heute morgen rappel petite idée demain pour para für'.split(
    ' ',
  ),
);
const ANNOUNCES =
  /^(?:voice memo|quick (?:note|reminder)|note|memo|kurze notiz|petite note)\s(?:about|on|zum|zur|über|sur)\s(?:the\s|my\s)?/iu;
const MAX_WORDS = 10;
const LONG_SENTENCES = 40;
/** The number of characters of a sentence that are read for a title. */
const MAX_READ_LENGTH = 300;
/** The last position in its sentence at which an action can be the subject of the note. */
const MAX_OPENING_LENGTH = 30;
/** A shorter first sentence is only an opening: "Quick reminder to myself." */
const MAX_OPENING_WORDS = 6;
const MAX_HEADLINE_WORDS = 9;
const HEADLINE_SENTENCES = 2;
/** The end of an action: the start of the next clause. */
const CLAUSE_END =
  /[,;:.!?…]|\s(?:because|since|so that|which|who|when|while|if|unless|although|but|or|and (?:i|we|you|they|he|she|it|also|ask|the|take|to)|weil|damit|und|aber|she|he|they|we|i|porque|pero|si|y|parce|mais|et|qui|s['’]il)\s/iu;
/** Words that a title does not end with. */
const DANGLING = new Set(
  'the a an of to for with and or in on at by before after that my our your from der die das den dem und mit für le la les de du des et à pour el los las y para con del al un una une ein eine'.split(
    ' ',
  ),
);

/** Openers, each with the separators that may follow it. */
function openers(words: string): readonly string[] {
  return words.split('|').flatMap((word) => [' ', ', ', ': '].map((separator) => word + separator));
}

function withoutOpeners(text: string, { openers: known }: Patterns): string {
  let rest = text;
  for (;;) {
    const lower = rest.toLowerCase();
    const opener = known.find((each) => lower.startsWith(each));
    if (opener === undefined) return rest;
    rest = rest.slice(opener.length).trimStart();
  }
}

/** The action of a sentence, in its own words. Undefined if the sentence names no task. */
export function findAction({ text }: Sentence, language: string): string | undefined {
  const patterns = HEADLINES[language];
  if (patterns === undefined) return undefined;
  const bare = withoutOpeners(text.slice(0, MAX_READ_LENGTH), patterns);
  const found = first(actionAt(patterns, bare, MAX_READ_LENGTH));
  return found === undefined ? undefined : cut(found);
}

/** The captured groups of an action that starts within the first characters. */
function actionAt({ action }: Patterns, text: string, within: number): readonly (string | undefined)[] | undefined {
  const found = action.exec(text);
  return found === null || found.index > within ? undefined : found.slice(1);
}

/**
 * Finds a title in how the note names its subject: a heading in its first words, "I'm calling about …", a task, or the
 * subject of the first sentence.
 */
export function findHeadline(sentences: readonly Sentence[], language: string): string | undefined {
  const patterns = HEADLINES[language];
  if (patterns === undefined) return undefined;
  const texts = sentences.slice(0, 4).map(({ text }) => withoutOpeners(text.slice(0, MAX_READ_LENGTH), patterns));
  // The start of a long talk does not tell its subject.
  if (sentences.length > LONG_SENTENCES) return undefined;
  return (
    findHeading(texts, patterns) ??
    findFirst(texts, (text) => first(patterns.about.exec(text)?.slice(1))) ??
    findQuestion(texts.slice(0, 2)) ??
    findFirst(texts.slice(0, 1), (text) => first(patterns.subject.exec(text)?.slice(1))) ??
    findFirst(texts.slice(0, 1), (text) => first(/^i just (\p{L}+(?:ed|t) .+)/iu.exec(text)?.slice(1))) ??
    findFirst(openingOf(texts, sentences), (text) => first(actionAt(patterns, text, MAX_OPENING_LENGTH)))
  );
}

/** The first sentence, and the second one if the first is only an opening. */
function openingOf(texts: readonly string[], sentences: readonly Sentence[]): readonly string[] {
  return texts.slice(0, (sentences[0]?.words.length ?? 0) <= MAX_OPENING_WORDS ? 2 : 1);
}

const first = (groups: readonly (string | undefined)[] | undefined) => groups?.find((group) => group !== undefined);

function findFirst(texts: readonly string[], read: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = read(text);
    const title = found === undefined ? undefined : cut(found);
    if (title !== undefined) return title;
  }
  return undefined;
}

/** Reads "What if the app could remind you to drink water". */
function findQuestion(texts: readonly string[]): string | undefined {
  const question = texts.find((text) => /^what if /iu.test(text));
  return question === undefined ? undefined : trimDangling(question.split(/\s+/u).slice(0, MAX_WORDS).join(' '));
}

/** Reads a short first sentence without a clause: "Budget review for the marketing team." */
function findHeading(texts: readonly string[], { clause }: Patterns): string | undefined {
  for (const text of texts.slice(0, HEADLINE_SENTENCES)) {
    const heading = trimEnd(text, /[.!:…\s]/u);
    const words = heading.split(/\s+/u);
    if (words.length < 2 || words.length > MAX_HEADLINE_WORDS || /[?,]/u.test(text) || clause.test(heading))
      return undefined;
    const telling = words.filter((word) => word.length > 3 && !EMPTY_HEADLINE.has(word.toLowerCase()));
    if (telling.length > 0) return heading.replace(ANNOUNCES, '');
  }
  return undefined;
}

/** The first clause, limited in length and without an incomplete end. */
function cut(text: string): string | undefined {
  const end = text.search(CLAUSE_END);
  const title = trimDangling((end < 0 ? text : text.slice(0, end)).trim().split(/\s+/u).slice(0, MAX_WORDS).join(' '));
  return title.split(' ').length >= 2 ? title : undefined;
}

function trimDangling(title: string): string {
  const words = trimEnd(title, /[?!.,\s]/u).split(/\s+/u);
  while (words.length > 1 && DANGLING.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}

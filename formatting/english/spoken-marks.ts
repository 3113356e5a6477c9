import { wordSet } from '../word-set.ts';
/** Which neighbours a mark is attached to. */
export type Attachment = 'left' | 'right' | 'both' | 'none';

/** A mark with a spoken name. */
export interface SpokenMark {
  readonly words: readonly string[];
  readonly mark: string;
  readonly attaches: Attachment;
  /** Words before the name that make it a noun, in addition to {@link NOUN_BEFORE}. */
  readonly before?: ReadonlySet<string>;
  /** Words that do so only after an article or preposition ("a short period"). */
  readonly weakBefore?: ReadonlySet<string>;
  /** Words after the name that make it a noun, in addition to {@link NOUN_AFTER}. */
  readonly after?: ReadonlySet<string>;
  /** Its name is rarely a noun: quotes, brackets, signs. */
  readonly explicit: boolean;
}

/** After one of these words, the name of a mark is a noun: "the comma", "no period", "the word colon". */
export const NOUN_BEFORE = wordSet(
  'a an the this that these those no any each every another some missing extra stray my your his our their its word words symbol character called named type typed types typing insert inserted delete deleted oxford serial trailing giant huge of without than',
);

/** These words do so only after an article: "the last comma". */
export const WEAK_BEFORE = wordSet('last next first second third final single double one wrong leading');

/** The only words that make an explicit name ("open quote") a noun. */
export const PLAIN_BEFORE = wordSet('a an the this that no each every another missing word');

/** Before one of these words, the name of a mark is a noun: "comma key", "period of". */
export const NOUN_AFTER = wordSet(
  'key keys symbol character button separated delimited delimiter splice splices usage rule rules placement error errors mistake mistakes sequence sequences separator separators needed required necessary shaped sized',
);

/** Words after "of" that do not make the name a noun: "of course" and relative clauses. */
export const OF_PHRASE = wordSet('course which whom whose');

/** Articles and prepositions, at most three words before a weak noun ("a long period"). */
export const ARTICLES = wordSet(
  'my your his her our their its a an the this that each every any some in during over for of per same entire whole',
);

const SUBJECTS = 'to must can could will would should might gotta gonna i we you they he she let please then and not';
const PERIOD_NOUNS =
  'second third fourth fifth sixth seventh eighth ninth her trial grace notice waiting cooling probation probationary incubation gestation billing reporting accounting transition transitional holding vesting blackout menstrual historical prehistoric victorian edwardian georgian elizabethan jurassic triassic cretaceous medieval antebellum interwar postwar prewar cooling-off question-and-answer preceding corresponding';
const PERIOD_WEAK =
  'time long short brief longer shorter limited extended given certain entire whole same early late later earlier test testing rest recovery free quiet dry growth busy payment class lunch study exam holiday two-week two-year month week year day hour warranty missed evaluation refund rental lease contract tax fiscal colonial classical romantic baroque renaissance byzantine roman edo tudor regency bronze iron reconstruction work notice';

/** Marks whose names are rarely nouns. */
const EXPLICIT = wordSet('" ( ) [ ] { } % @ + = $ …');

/** True for a mark whose name is rarely a noun. */
export const isExplicit = (mark: string): boolean => EXPLICIT.has(mark);

const mark = (
  words: string,
  text: string,
  attaches: Attachment,
  nouns: { before?: string; weakBefore?: string; after?: string } = {},
): SpokenMark => ({
  words: words.split(' '),
  mark: text,
  attaches,
  explicit: EXPLICIT.has(text),
  ...(nouns.before ? { before: wordSet(nouns.before) } : {}),
  ...(nouns.weakBefore ? { weakBefore: wordSet(nouns.weakBefore) } : {}),
  ...(nouns.after ? { after: wordSet(nouns.after) } : {}),
});

/** All marks that can be dictated. Longer names come first, so that "dot dot dot" wins over "dot". */
export const SPOKEN_MARKS: readonly SpokenMark[] = [
  mark('dot dot dot', '…', 'left'),
  mark('left square bracket', '[', 'right'),
  mark('right square bracket', ']', 'left'),
  mark('open square bracket', '[', 'right'),
  mark('close square bracket', ']', 'left'),
  mark('full stop', '.', 'left', { before: 'complete total dead sudden' }),
  mark('question mark', '?', 'left', { before: 'big', after: 'over about remains hangs hanging' }),
  mark('exclamation point', '!', 'left'),
  mark('exclamation mark', '!', 'left'),
  mark('semi colon', ';', 'left'),
  mark('em dash', '—', 'none'),
  mark('en dash', '–', 'none'),
  mark('open quote', '"', 'right'),
  mark('open quotes', '"', 'right'),
  mark('begin quote', '"', 'right'),
  mark('close quote', '"', 'left'),
  mark('close quotes', '"', 'left'),
  mark('end quote', '"', 'left'),
  mark('open paren', '(', 'right'),
  mark('open parenthesis', '(', 'right'),
  mark('open parentheses', '(', 'right'),
  mark('left paren', '(', 'right'),
  mark('left parenthesis', '(', 'right'),
  mark('close paren', ')', 'left'),
  mark('close parenthesis', ')', 'left'),
  mark('close parentheses', ')', 'left'),
  mark('right paren', ')', 'left'),
  mark('right parenthesis', ')', 'left'),
  mark('open bracket', '[', 'right'),
  mark('close bracket', ']', 'left'),
  mark('open brace', '{', 'right'),
  mark('close brace', '}', 'left'),
  mark('forward slash', '/', 'both'),
  mark('percent sign', '%', 'left'),
  mark('at sign', '@', 'right'),
  mark('ampersand sign', '&', 'none'),
  mark('plus sign', '+', 'none'),
  mark('equals sign', '=', 'none'),
  mark('dollar sign', '$', 'right'),
  mark('period', '.', 'left', {
    before: PERIOD_NOUNS,
    weakBefore: PERIOD_WEAK,
    after:
      'piece pieces pain pains cramps drama dramas costume costumes furniture instrument instruments property tracker products product tampons pads underwear panties poverty cup cups rooms',
  }),
  mark('comma', ',', 'left'),
  mark('colon', ':', 'left', {
    before: 'ascending descending sigmoid transverse spastic healthy',
    after: 'cancer cleanse cleansing surgery polyp polyps screening health tumor tumour infection hydrotherapy',
  }),
  mark('semicolon', ';', 'left'),
  mark('ellipsis', '…', 'left'),
  mark('dash', '–', 'none', {
    before: `${SUBJECTS} meter metre yard mad pebble hundred mid mr mrs ms`,
    after: 'of off out to home cam cams board boards lights through across into away around by back',
  }),
  mark('hyphen', '-', 'both'),
  mark('ampersand', '&', 'none'),
  mark('apostrophe', "'", 'left'),
  mark('backslash', '\\', 'both'),
  mark('slash', '/', 'both', {
    before:
      'to must can could will would should might gotta gonna i we you they he she let please not tire guitarist deep',
    after:
      'prices price costs cost budgets budget taxes jobs tires tyres rates spending it them his her through emissions command commands',
  }),
];

import type { Language } from '../language.ts';
import { wordSet } from '../word-set.ts';

/** Words that show where a clause can start and end. */
export interface ClauseWords {
  /** Words that cannot end a clause: articles, conjunctions, most prepositions, possessives, auxiliaries. */
  readonly open: ReadonlySet<string>;
  /** Words that end a clause only before another clause: "I like this, we take it". */
  readonly closing: ReadonlySet<string>;
  /** Pronouns that start a clause. */
  readonly subjects: ReadonlySet<string>;
  /** Words before a clause: "because", "and". */
  readonly joins: ReadonlySet<string>;
  /** Finite verbs and adverbs before them, which show that the words before are a subject. */
  readonly finite: ReadonlySet<string>;
}

const ENGLISH: ClauseWords = {
  open: wordSet(
    "i he she we they the a an my your its our their to of at for with from and or but so if when as than is are was were be been am will would can could should may might must do does did have has had not very really think guess know believe mean want need like his about around into onto per via toward towards until till during without against between because although though while whereas unless whether every maybe perhaps just only almost nearly roughly approximately even quite rather i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll it'll don't doesn't didn't",
  ),
  closing: wordSet(
    "you it her this that these those in on by what which who where i'm you're we're they're it's he's she's that's there's here's what's i've you've we've they've can't won't isn't aren't wasn't weren't haven't hasn't couldn't wouldn't shouldn't",
  ),
  subjects: wordSet(
    "i you he she it we they i'm i'll i've i'd you're you'll you've you'd he's he'll he'd she's she'll she'd it's it'll we're we'll we've we'd they're they'll they've they'd there there's let's that's",
  ),
  joins: wordSet('and or but so because if when that while although though unless whether then as since where how why'),
  finite: wordSet(
    "is isn't are aren't was wasn't were weren't am has hasn't had have haven't will won't would wouldn't can can't could couldn't should shouldn't may might must does doesn't did didn't do don't works work makes make seems seem looks look sounds feels fits suits means goes comes wants needs says thinks knows likes gives takes gets keeps starts ends happens helps came went said got took made saw left told gave found knew thought felt became ran sat lost sent paid broke wrote never always also",
  ),
};

const BY_CODE: ReadonlyMap<string, ClauseWords> = new Map([
  [
    'es',
    {
      open: wordSet(
        'el un los las mi tu su mis tus sus y e o u pero que de del a al en con por para sin desde hasta sobre entre hacia porque aunque cuando si como muy más he ha han hemos había es son está están era fue soy',
      ),
      closing: wordSet('la lo esta ese esa eso esto una'),
      subjects: wordSet('yo tú él ella usted nosotros ellos ellas ustedes'),
      joins: wordSet('y o pero que porque aunque cuando si como'),
      finite: wordSet('es son está están era fue ha han tiene tienen puede pueden va van no se'),
    },
  ],
  [
    'fr',
    {
      open: wordSet(
        'le la les un une des du de au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces et ou mais que qui à en dans avec pour par sur sans chez vers parce puisque quand si comme très plus est sont était ai as avons avez ont suis sommes êtes je tu il elle on ils elles ne me te se',
      ),
      closing: wordSet('nous vous'),
      subjects: wordSet('je tu il elle on nous vous ils elles ça ce'),
      joins: wordSet('et ou mais que qui parce puisque quand si comme donc'),
      finite: wordSet("est sont était étaient a ont avait peut peuvent va vont n'est ne doit"),
    },
  ],
  [
    'de',
    {
      open: wordSet(
        'ein eine einen einem einer eines mein meine meinen dein deine sein seine ihre unser unsere und oder aber dass weil wenn ob von zum zur im am beim vom für gegen ohne sehr ist sind war waren hat haben habe hatte wird werden kann können muss müssen soll sollen will wollen ich du er wir',
      ),
      closing: wordSet('der die das den dem des mit in an auf zu bei nach um es ihr sie'),
      subjects: wordSet('ich du er sie es wir ihr man'),
      joins: wordSet('und oder aber dass weil wenn ob denn'),
      finite: wordSet('ist sind war waren hat haben hatte wird werden kann können muss müssen soll sollen'),
    },
  ],
]);

/** The clause words of a text's language. Undefined if it has none, or if the language is uncertain. */
export function clauseWordsOf({ code, english, certain }: Language): ClauseWords | undefined {
  if (english) return ENGLISH;
  return certain ? BY_CODE.get(code ?? '') : undefined;
}

import { wordSet } from '../word-set.ts';
/** Phrases of a language by which titles and summaries are found. */
export interface Patterns {
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
  /** A request or duty that belongs in a summary, but whose words make no title. */
  readonly request?: RegExp;
  /** What the speaker did, in a first sentence: "I finished the biography". The captured group is the deed. */
  readonly deed?: RegExp;
  /** Whether the first word of a deed is a verb in the past that tells what the speaker did. @default always */
  readonly isDeed?: (verb: string) => boolean;
  /** The end of a title's clause: the start of the next clause. */
  readonly clauseEnd: RegExp;
  /** Words that a title does not end with. */
  readonly dangling: ReadonlySet<string>;
}

/** Phrases that open or close a talk and carry no content. */
export const SMALL_TALK =
  /^(?:hi|hello|hey|okay|ok|so|thanks|thank you|good morning|good afternoon|good evening|bye|see you|can you hear me|testing|all right|alright|danke|guten (?:morgen|tag|abend)|hallo|merci|bonjour|bonsoir|salut|gracias|buenos días|buenas tardes|hola|ciao|olá)(?![\p{L}\p{M}])/iu;

/** Past forms that do not end in "ed" or "ught". */
const IRREGULAR_DEEDS = wordSet('went met saw found made ran took gave left lost broke wrote');
/** Verbs that are no past forms, and past forms that tell what the speaker thought. */
const THOUGHTS = wordSet(
  'need feed speed wanted needed realized realised decided noticed used promised liked loved hoped agreed learned',
);

function isEnglishDeed(verb: string): boolean {
  return !THOUGHTS.has(verb) && (IRREGULAR_DEEDS.has(verb) || verb.endsWith('ed') || verb.endsWith('ught'));
}

/** The patterns of each language that has them. */
export const PATTERNS: Readonly<Record<string, Patterns>> = {
  en: {
    openers: [
      ...openers(
        'hey|hi|hello|okay|ok|so|um|uh|and|also|alright|yeah|all right|right so|well so|quick note|note to self|anyway',
      ),
      // Before a noun, "right" and "well" are part of it: "Right knee bends well".
      ...openers('right|well', [', ', ': ']),
    ],
    clause:
      /\b(?:i|we|you|he|she|they|it|there|is|are|was|were|am|went|has|have|had|will|can|could|should|must|would|did|do|does|don't|let's)\b|['’](?:s (?:a|the|been|going|called|about)|m|re|ll|ve|d)\b/iu,
    action:
      /\b(?:(?:i|we) (?:really |still |also |just |first )?(?:have to|need to|must|should|want to|have got to|am going to|are going to|plan to)|(?:i'm|i’m|we're|we’re) going to|(?:i'll|i’ll|we'll|we’ll)|remember to|don['’]t forget to|remind me to|make sure to|(?<=^|[.,] )please)\s(?!let me know)(.+)/iu,
    about:
      /^this is (how .+)|\b(?:(?:calling|writing|talking|talk|speak|thinking|worried|excited|upset|this is|question) about|(?:annoyed|angry|upset|frustrated|disappointed|fed up|unhappy|pleased) (?:with|about)|today we look at|off the phone with|just (?:spoke|talked|met) (?:to|with)) (?:the |a |an |my |our )?(.+)|\b(?:argued?|hear|heard|asked?|spoke|talked) [\p{L}\s]{1,30}? about (?:the |my |our )?(.+)/iu,
    subject:
      /^(?:the |my |our )(.{6,60}?) (?:is|was|went|are|were|has|have|had)\b|^there(?: is|['’]s| are) (?:a |an |some )(.+)/iu,
    request:
      /\b(?:has|have|needs?) to be \p{L}|\b(?:is|are) due (?:on|by|in|before)\b|\b(?:i|we) could \p{L}|\bplease,? (?!let me know)\p{L}|\b(?:can|could|would|will) you \p{L}|\b(?:i|we) want an? \p{L}|\blet me (?:ask|call|check|find|ring|send|write)\b|\b(?:said|told \p{L}{1,20}) (?:i|we)(?:['’]d| would|['’]ll| will) |\bwants? (?:me|us|both of us|an?)\b|\b(?:asked|expects?) (?:me|us|both of us|a|an|to)\b|^(?:ask|book|buy|call|check|collect|email|fix|get|hand in|message|order|pay|pick up|print|remind|renew|reply|return|ring|send|tell|text|write to) \p{L}/iu,
    deed: /^(?:(?:today|yesterday|this morning|last night),? )?(?:i|we) (?:just |finally |already )?(\p{L}{2,20}\s.+)/iu,
    isDeed: isEnglishDeed,
    clauseEnd:
      /(?<!\b(?:mr|mrs|ms|dr|st|prof))[.](?=\s|$)|[,;:!?…]|\s(?:because|since (?:i|we|you|he|she|they|it)|so that|which|who|when|while|if|unless|although|but|or|and (?:i|we|you|they|he|she|it|also|ask|the|take|to)|she|he|they|we|i)\s/iu,
    dangling: wordSet(
      'the a an of to for with and or in on at by before after since that my our your from again too also now still myself',
    ),
  },
  de: {
    openers: openers('also|so|okay|ok|ja|hallo|hi|ähm|äh|und|na ja|gut'),
    clause:
      /\b(?:ich|wir|du|er|sie|es|man|ist|sind|war|waren|hat|haben|wird|werden|muss|müssen|soll|sollen|kann|können|könnten)\b/iu,
    action:
      /\b(?:(?:ich|wir) (?:muss|müssen|soll|sollten|sollen|will|wollen|möchte|möchten|könnten)|bitte)\s(?:noch |bis dahin |auch ){0,3}(.+)/iu,
    about: /\b(?:geht um|nachgedacht über|wegen) (?:den |die |das |dem |der )?(.+)/iu,
    subject: /^(?:der |die |das |mein |meine |unser |unsere )(.{6,60}?) (?:ist|war|sind|waren|hat)\b/iu,
    request: /^(?:können|könntest|kannst|könnten) (?:du|sie|wir|ihr) \p{L}|\bnicht vergessen\b|\bmöchte ich \p{L}/iu,
    clauseEnd: /[.](?=\s|$)|[,;:!?…]|\s(?:weil|damit|und|aber|oder|wenn|obwohl)\s/iu,
    dangling: wordSet('der die das den dem und mit für ein eine einen im in am auf zu von'),
  },
  fr: {
    openers: openers('alors|donc|euh|bon|ben|bonjour|salut|et|voilà|oui'),
    clause:
      /(?<![\p{L}])(?:je|j['’]|on|nous|tu|il|elle|ils|elles|c['’]est|est|sont|était|a|ont|faut|doit|dois|devons)(?![\p{L}])/iu,
    action:
      /(?<![\p{L}])(?:il faut que (?:je |j['’]|tu |on |nous )|il faut(?:drait)? (?:d['’]abord |aussi )?|je dois (?:aussi )?|nous devons |on doit |on pourrait |je vais |pense à |n['’]oublie pas de )(.+)/iu,
    about: /(?<![\p{L}])(?:pensé à|à propos d[eu]|appelle pour) (?:le |la |les |l['’])?(.+)/iu,
    subject: /^(?:le |la |les |l['’]|mon |ma |notre )(.{6,60}?) (?:est|sont|était|a|ont|s['’]est)\b/iu,
    deed: /^(?:(?:ce matin|hier|aujourd['’]hui),? )?(?:j['’]ai|nous avons|on a) (\p{L}{2,20}(?:é|u|i|is|it)\s.+)/iu,
    request:
      /(?<![\p{L}])(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|ne pas oublier|n['’]oubliez pas|j['’]aimerais|je veux|on va) \p{L}/iu,
    clauseEnd: /[.](?=\s|$)|[,;:!?…]|\s(?:parce|mais|et|ou|qui|donc|car|s['’]il)\s/iu,
    dangling: wordSet('le la les l un une de du des et à au aux pour en avec mon ma mes'),
  },
  es: {
    openers: openers('pues|bueno|vale|entonces|eh|hola|y|a ver|oye'),
    clause:
      /(?<![\p{L}])(?:yo|nosotros|tú|él|ella|ellos|es|son|está|están|fue|era|he|ha|han|hay|tengo|tenemos|se|quiero|debo|podríamos)(?![\p{L}])/iu,
    action:
      /(?<![\p{L}])(?:(?:tengo|tenemos|tienes|hay) que |debo |debemos |quiero |podríamos |voy a |vamos a |recuerda |no olvides? |pregunta )(.+)/iu,
    about: /(?<![\p{L}])(?:pensado en|llamo por|hablar de|acerca de) (?:el |la |los |las )?(.+)/iu,
    subject: /^(?:el |la |los |las |mi |nuestro |nuestra )(.{6,60}?) (?:es|son|está|fue|era|salió|ha)\b/iu,
    deed: /^(?:(?:hoy|ayer|esta mañana),? )?(?:he|hemos) (\p{L}{2,20}(?:ado|ido|to|cho)\s.+)/iu,
    request:
      /(?<![\p{L}])(?:puedes|podrías|puede|podría|no olvidar|me gustaría|hace falta|necesito|necesitamos|por favor,?) \p{L}|^\p{L}{3,12}(?:ad|ed|id) (?:el|la|los|las|un|una) /iu,
    clauseEnd: /[.](?=\s|$)|[,;:!?…]|\s(?:porque|pero|si|y|o|aunque|cuando)\s/iu,
    dangling: wordSet('el la los las y para con del al un una de en a por mi'),
  },
};

/** Openers, each with the separators that may follow it. */
function openers(words: string, separators: readonly string[] = [' ', ', ', ': ']): readonly string[] {
  return words.split('|').flatMap((word) => separators.map((separator) => word + separator));
}

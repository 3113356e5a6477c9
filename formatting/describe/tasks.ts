import { namesTask } from './headline.ts';
import type { Sentence } from './word.ts';

/** How a language says what somebody has to do. */
interface TaskPatterns {
  /** A duty or an announcement of anybody: "Danilo has to send them". */
  readonly duty: RegExp;
  /** A command after another part of the sentence: "seminar on Monday, prepare question three". */
  readonly command?: RegExp;
  /** A decision: "we agreed to order a new staircase". */
  readonly decision: RegExp;
  /** A time by which something has to be done. */
  readonly deadline: RegExp;
}

const TASK_PATTERNS: Readonly<Record<string, TaskPatterns>> = {
  en: {
    duty: /\b(?:has|have|had) to \p{L}|\bshould \p{L}|\bneeds? to \p{L}|\bwe need (?!not|n['’]t)\p{L}|\b(?:will|['’]ll) (?:apply|ask|book|bring|buy|call|check|do|fix|order|pay|print|send|talk|take|test|try|write)\b|\b(?:asks|books|brings|calls|checks|orders|sends|tells|writes down) (?:\p{L}|me\b)|\b(?:asked|told) (?:the |my |our )?\p{L}+ to \p{L}|\bevery (?:day|evening|morning|night|week) for\b|\bgo to the\b|\bplan:/iu,
    command:
      /, (?:ask|bring|call|prepare|print|read|send|take) (?:my|the|your|an?|\p{L}{1,20} (?:one|two|three|four|five|six|seven|eight|nine|ten|\d))(?!\p{L})/iu,
    decision:
      /\b(?:agreed|decided|voted|chose|settled) (?:to|on|that|for|against)\b|\btook a vote\b|\b(?:have|['’]ve|had) (?:cancelled|stopped) the\b|\boff the (?:line|list|menu)\b|\bthat won\b|\bdecision (?:is|was)\b|\b(?:i|we) want (?:the|an?|to|her|him|them|it)\b|^(?:so|then) (?:this|next) week\b/iu,
    deadline:
      /\b(?:by|before|until|till) (?:the |next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:by|before|until) (?:the end|tomorrow|tonight|noon|next|the [\p{L}-]{2,20}(?:th|first|second|third)\b|the \d{1,2}(?:st|nd|rd|th)\b|half \p{L}|\d|then\b)|\bdeadline\b|\bthis week\b|\btonight\b/iu,
  },
  de: {
    duty: /(?<![\p{L}])(?:muss|müssen|musst|soll|sollen|sollte|sollten|bitte|bucht|übernimmt|kümmert sich|schickt|mache ich|schicke ich)(?![\p{L}])/iu,
    decision: /(?<![\p{L}])(?:beschlossen|vereinbart|entschieden|abgemacht|einigten uns|geeinigt)(?![\p{L}])/iu,
    deadline:
      /(?<![\p{L}])(?:bis|vor) (?:zum |ende |nächste |nächsten )?(?:\p{L}{2,12}tag|mittwoch|morgen|monatsende|woche|monat)(?![\p{L}])|(?<![\p{L}])(?:heute noch|noch heute|termin ist|frist)(?![\p{L}])/iu,
  },
  fr: {
    duty: /(?<![\p{L}])(?:doit|doivent|dois|devons|devez|faut|faudrait|je pars|(?:je|on|nous) (?:l[ae]s? |l['’])?\p{L}{2,12}(?:rai|ra|rons))(?![\p{L}])/iu,
    decision:
      /(?<![\p{L}])(?:décidé|convenu|voté|adopté|choisi|on garde|on le fait|je pars (?:donc )?sur)(?![\p{L}])/iu,
    deadline:
      /(?<![\p{L}])avant (?:la fin|le|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain)(?![\p{L}])|(?<![\p{L}])(?:cette semaine|d['’]ici|date limite)(?![\p{L}])/iu,
  },
  es: {
    duty: /(?<![\p{L}])(?:tiene|tienen|tengo|tenemos|hay) que \p{L}|(?<![\p{L}])(?:debe|deben|debo|debería|voy a|vamos a|va a|llevo|cada (?:día|mañana|noche|semana))(?![\p{L}])/iu,
    decision: /(?<![\p{L}])(?:se (?:aprobó|acordó|decidió|votó)|acordamos|decidimos|quedamos en)(?![\p{L}])/iu,
    deadline:
      /(?<![\p{L}])(?:antes del?|hasta el|para el) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|\p{L}{2,12})(?![\p{L}])|(?<![\p{L}])(?:esta semana|plazo|cita (?:el|para))(?![\p{L}])/iu,
  },
};

/** The number of characters of a sentence that are read. */
const MAX_READ_LENGTH = 300;

/** A request, or what the speaker is going to do, is a surer sign than one of the cues. */
const REQUEST_SCORE = 2;

/** How surely a sentence says what somebody has to do, or what was decided: 0 to 5. */
export function taskScore(sentence: Sentence, language: string): number {
  const patterns = TASK_PATTERNS[language];
  const text = sentence.text.slice(0, MAX_READ_LENGTH);
  const cues = patterns === undefined ? [] : [patterns.duty, patterns.decision, patterns.deadline];
  const asked = namesTask(sentence, language) || patterns?.command?.test(text) === true;
  return (asked ? REQUEST_SCORE : 0) + cues.filter((cue) => cue.test(text)).length;
}

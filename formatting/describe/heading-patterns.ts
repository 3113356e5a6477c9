import { wordSet } from '../word-set.ts';
/** Phrases of a language by which the heading of a note and its focus are found. */
export interface HeadingPatterns {
  /** Words at the start of a heading that only say that it is a note. */
  readonly genre: RegExp;
  /** The start of a clause that is a heading: "What we need from the bakery", "what I want to say". */
  readonly list?: RegExp;
  /** Names of meetings and records. A heading with one does not tell the subject. */
  readonly occasion: RegExp;
  /** Names of notes whose main clause is the subject. */
  readonly notice: RegExp;
  /** Finite verbs that the pattern of clauses does not have. A part with one is no heading. */
  readonly verb?: RegExp;
  /** A sentence that tells its main point. The captured group is the point. */
  readonly point: RegExp;
  /** The subject of a sentence, captured. Undefined where parts of speech show it. */
  readonly subject?: RegExp;
  /** Words that say little in a heading: kinds of notes, numbers and times, from which its parts may consist. */
  readonly plain: ReadonlySet<string>;
  /** The separator of a heading and its focus. */
  readonly colon: string;
}

/** Words at the end of a heading that say nothing about the subject: "Car stuff", "session notes for myself". */
export const EMPTY_END =
  /(?: (?:stuff|things|again|once more)){1,3}$|(?: notes?)? (?:for|to) (?:myself|ourselves|me)$|,? (?:otra vez|de nuevo|para mí)$|(?: pour moi| encore une fois)$| (?:schon wieder|noch mal|für mich)$/iu;
/** A sentence that starts so names a side topic: "We also talked about the bicycles". */
export const SIDE_TOPIC =
  /^(?:also|besides|apart from that|también|además|aussi|on a aussi|nous avons aussi|außerdem|auch|nebenbei|daneben)(?!\p{L})|^(?:we|i|they) also\b|^(?:hablamos|se habló) también(?!\p{L})/iu;

const occasions = (names: string): RegExp => new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu');

/** The patterns of each language that has them. */
export const HEADING_PATTERNS: Readonly<Record<string, HeadingPatterns>> = {
  en: {
    genre:
      /^(?:(?:a |my |some |just )?(?:quick |short |brief )?(?:voice )?(?:notes?|memo|reminder|summary|recap|thinking aloud|thinking out loud|thoughts?)) (?:to (?:my)?self )?(?:from|on|about|after|of|for|regarding) (?:(?:talking|speaking) (?:to|with) )?(?:today's |the |my |our |a |an )?|^(?:this is |these are )?(?:for )?(?:the )?minutes (?:of|for|from) (?:the |our )?|^just off the phone with (?:the |my |our )?|^(?:just )?found (?:an? |(?=something ))|^just (?:back|home) from (?:the |my |our )?/iu,
    list: /^what (?:we|i) (?:still )?need (?:from|for) |^(?:what|how|why|where) (?:i|we) (?:still |really |just )?(?:need|want|have|plan|hope) to (?!.{0,200}\b(?:is|was|are|were)\b)/iu,
    occasion: occasions(
      'appointment|call|check-?up|class|committee|council|field notes|interview|lecture|lesson|log|meeting|notes|board|postmortem|retrospective|review|sermon|session|stand-?up|training|visit|workshop',
    ),
    notice: occasions('idea|notice|warning|heads[- ]up'),
    point:
      /\b(?:(?:main|first) (?:thing|item|point|topic|issue)|problem|point|topic|question|issue|trouble|short version|news|upshot) (?:is|was) (?:that )?(?!i\b|we\b)(.+)|^what (?:bothers|concerns|worries) (?:me|us)(?: more| most)? is (?:that )?(.+)|\b(?:like|plan|want) to (?:preach|speak|talk|write) (?:about|on) (.+)|^(?:this|it|that|today)(?: is| was|['’]s) (?:mostly |mainly |all )?about (?:the )?(.+)|^this is (how .+)|\bwe (?:mostly |mainly )?(?:talked|spoke) (?:mostly |mainly )?about (?:the )?(.+)/iu,
    plain: wordSet(
      'draft short quick brief summary recap report bug plan note notes to do todo thoughts for tomorrow today list idea update minutes minute hour hours week weeks month day days number past half ago one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth january february march april june july august september october november december before i forget morning afternoon evening monday tuesday wednesday thursday friday saturday sunday diary dear okay travel the a an of',
    ),
    colon: ': ',
  },
  de: {
    genre:
      /^(?:kurze |kleine |schnelle )?(?:notizen|notiz|memo|zusammenfassung|protokoll|gedanken|erinnerung|ergebnis|ergebnisse) (?:zum|zur|zu|über|von|vom|nach|für) (?:der |dem |den |die |das )?/iu,
    occasion: occasions(
      'anruf|besprechung|besuch|elternabend|gespräch|sitzung|stunde|telefonat|termin|treffen|vorlesung',
    ),
    notice: occasions('idee|hinweis|warnung'),
    verb: /(?<![\p{L}])(?:will|wollen|kommt|geht|ging|steht|gibt|bleibt|braucht|sagt|sagte|macht|mache|denke|glaube|finde|fehlt|fehlen|trägt|hält|brauchen)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:geht|ging) es (?:vor allem |hauptsächlich )?um (?:die |den |das |der )?(.+)|(?<![\p{L}])(?:problem|thema|wichtigste|punkt) (?:ist|war),? (?:dass )?(?:der |die |das )?(.+)/iu,
    subject:
      /^(?:der|die|das|mein|meine|unser|unsere) (.{4,40}?) (?:ist|sind|war|waren|hat|haben|will|muss|soll|kann|kommt|bleibt|braucht|geht|steht)(?![\p{L}])/iu,
    plain: wordSet(
      'kurz kurze notiz notizen memo zusammenfassung entwurf sitzung stunde stunden minuten woche wochen tag tage heute morgen erste zweite dritte vierte fünfte eins zwei drei vier fünf sechs sieben acht neun zehn uhr teil liste idee plan montag dienstag mittwoch donnerstag freitag samstag sonntag',
    ),
    colon: ': ',
  },
  fr: {
    genre:
      /^(?:petite? |brève? )?(?:notes?|compte rendu|résumé|mémo|rappel)(?: rapide)? (?:sur |de |des |du |d['’]|pour |après )(?:la |le |les |l['’]|ma |mon |mes |notre )?|^je (?:note|raconte|résume) (?:la |le |les |l['’]|ma |mon |mes |notre )/iu,
    occasion: occasions('appel|assemblée|conseil|cours|entretien|rendez-vous|réunion|visite'),
    notice: occasions('idée|avis'),
    verb: /(?<![\p{L}])(?:veut|va|vont|fait|propose|dit|pense|crois|avait|avons|ai|peut|pourrait|reste|coûte|prépare|manque|viens|vient|appelle)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:on|nous) (?:a|avons) (?:surtout |beaucoup )?parlé (?:de la |de l['’]|du |des |de )(.+)|(?<![\p{L}])le problème,? (?:c['’]est|est) (?:que |qu['’])?(.+)/iu,
    subject:
      /^(?:le |la |les |l['’]|mon |ma |notre )(.{4,40}?) (?:est|sont|était|a|ont|s['’]est|va|vont|veut|coûte|doit|passe|tient|marche|reste|restent|fuit|manque)(?![\p{L}])/iu,
    plain: wordSet(
      'note notes petite rapide compte rendu résumé mémo brouillon minutes heures heure semaine semaines jour jours demain liste idée un deux trois quatre cinq six sept huit neuf dix première deuxième troisième lundi mardi mercredi jeudi vendredi samedi dimanche',
    ),
    colon: ' : ',
  },
  es: {
    genre:
      /^(?:una )?(?:notas?|resumen|apuntes?|recordatorio|informe)(?: rápida| rápido)? (?:sobre|de|del|para) (?:la |el |los |las |mi |un |una |nuestra )?|^(?:anoto|apunto|resumo) (?:lo de )?(?:la |el |los |las |mi |nuestra )/iu,
    occasion: occasions('cita|clase|entrevista|junta|llamada|reunión|visita'),
    notice: occasions('idea|aviso'),
    verb: /(?<![\p{L}])(?:tiene|tienen|tenía|va|van|hace|quiere|dice|pide|creo|viene|necesito|necesita|llama|falta|faltan|puede|acabo|acaba|hablé|llamé|llamo|estoy|estaba)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:se habló|hablamos|hemos hablado) (?:sobre todo |mucho )?(?:de la |de los |de las |del |de |sobre el |sobre la |sobre )(.+)|(?<![\p{L}])el problema es que (.+)/iu,
    subject:
      /^(?:el|la|los|las|mi|nuestro|nuestra) (.{4,40}?) (?:es|son|está|están|fue|era|tiene|tienen|ha|han|va|van|cuesta|salió|sigue|siguen|falla|fallan|necesita|quedó|quedan|queda|cierra|abre|llega)(?![\p{L}])/iu,
    plain: wordSet(
      'nota notas resumen rápida rápido breve borrador apuntes minutos horas hora semana semanas día días mañana lista idea uno dos tres cuatro cinco seis siete ocho nueve diez primera segunda tercera lunes martes miércoles jueves viernes sábado domingo',
    ),
    colon: ': ',
  },
};

/** Phrases of a language by which the heading of a note and its focus are found. */
export interface HeadingPatterns {
  /** Words at the start of a heading that only say that it is a note. */
  readonly genre: RegExp;
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

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The patterns of each language that has them. */
export const HEADING_PATTERNS: Readonly<Record<string, HeadingPatterns>> = {
  en: {
    genre:
      /^(?:(?:a |my |some |just )?(?:quick |short |brief )?(?:voice )?(?:notes?|memo|reminder|summary|recap|thinking aloud|thinking out loud|thoughts)) (?:to (?:my)?self )?(?:from|on|about|after|of|for|regarding) (?:today's |the |my |our |a |an )?/iu,
    point:
      /\b(?:main (?:thing|point|topic|issue)|problem|point|question|issue|trouble|short version|news|upshot) (?:is|was) (?:that )?(?!i\b|we\b)(.+)|^(?:this|it|that|today)(?: is| was|['’]s) (?:mostly |mainly |all )?about (?:the )?(.+)|^this is (how .+)|\bwe (?:mostly |mainly )?(?:talked|spoke) (?:mostly |mainly )?about (?:the )?(.+)/iu,
    plain: words(
      'draft short quick brief summary recap report bug plan note notes to do todo for tomorrow today list idea update minutes minute hour hours week weeks month day days number past half ago one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand first second third before i forget morning afternoon evening monday tuesday wednesday thursday friday saturday sunday diary dear okay travel the a an of',
    ),
    colon: ': ',
  },
  de: {
    genre:
      /^(?:kurze |kleine |schnelle )?(?:notizen|notiz|memo|zusammenfassung|protokoll|gedanken|erinnerung) (?:zum|zur|zu|über|von|vom|nach|für) (?:der |dem |den |die |das )?/iu,
    verb: /(?<![\p{L}])(?:will|wollen|kommt|geht|ging|steht|gibt|bleibt|braucht|sagt|sagte|macht|mache|denke|glaube|finde|fehlt|fehlen|trägt|hält|brauchen)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:geht|ging) es (?:vor allem |hauptsächlich )?um (?:die |den |das |der )?(.+)|(?<![\p{L}])(?:problem|thema|wichtigste|punkt) (?:ist|war),? (?:dass )?(?:der |die |das )?(.+)/iu,
    subject:
      /^(?:der|die|das|mein|meine|unser|unsere) (.{4,40}?) (?:ist|sind|war|waren|hat|haben|will|muss|soll|kann|kommt|bleibt|braucht|geht|steht)(?![\p{L}])/iu,
    plain: words(
      'kurz kurze notiz notizen memo zusammenfassung entwurf sitzung stunde stunden minuten woche wochen tag tage heute morgen erste zweite dritte vierte fünfte eins zwei drei vier fünf sechs sieben acht neun zehn uhr teil liste idee plan',
    ),
    colon: ': ',
  },
  fr: {
    genre:
      /^(?:petite? |brève? )?(?:notes?|compte rendu|résumé|mémo|rappel)(?: rapide)? (?:sur |de |des |du |d['’]|pour |après )(?:la |le |les |l['’]|ma |mon |mes |notre )?/iu,
    verb: /(?<![\p{L}])(?:veut|va|vont|fait|propose|dit|pense|crois|avait|avons|ai|peut|pourrait|reste|coûte|prépare|manque|viens|vient|appelle)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:on|nous) (?:a|avons) (?:surtout |beaucoup )?parlé (?:de la |de l['’]|du |des |de )(.+)|(?<![\p{L}])le problème,? (?:c['’]est|est) (?:que |qu['’])?(.+)/iu,
    subject:
      /^(?:le |la |les |l['’]|mon |ma |notre )(.{4,40}?) (?:est|sont|était|a|ont|s['’]est|va|vont|veut|coûte|doit)(?![\p{L}])/iu,
    plain: words(
      'note notes petite rapide compte rendu résumé mémo brouillon minutes heures heure semaine semaines jour jours demain liste idée un deux trois quatre cinq six sept huit neuf dix première deuxième troisième',
    ),
    colon: ' : ',
  },
  es: {
    genre:
      /^(?:una )?(?:notas?|resumen|apuntes?|recordatorio|informe)(?: rápida| rápido)? (?:sobre|de|del|para) (?:la |el |los |las |mi |un |una |nuestra )?/iu,
    verb: /(?<![\p{L}])(?:tiene|tienen|tenía|va|van|hace|quiere|dice|pide|creo|viene|necesito|necesita|llama|falta|faltan|puede|acabo|acaba|hablé|llamé|llamo|estoy|estaba)(?![\p{L}])/iu,
    point:
      /(?<![\p{L}])(?:se habló|hablamos|hemos hablado) (?:sobre todo |mucho )?(?:de la |de los |de las |del |de |sobre el |sobre la |sobre )(.+)|(?<![\p{L}])el problema es que (.+)/iu,
    subject:
      /^(?:el|la|los|las|mi|nuestro|nuestra) (.{4,40}?) (?:es|son|está|están|fue|era|tiene|tienen|ha|han|va|van|cuesta|salió)(?![\p{L}])/iu,
    plain: words(
      'nota notas resumen rápida rápido breve borrador apuntes minutos horas hora semana semanas día días mañana lista idea uno dos tres cuatro cinco seis siete ocho nueve diez primera segunda tercera',
    ),
    colon: ': ',
  },
};

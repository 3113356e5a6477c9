/** The kind of a fact. A change of any kind but the last three changes the meaning. */
export type FactKind =
  | 'number'
  | 'unit'
  | 'time'
  | 'pronoun'
  | 'negation'
  | 'modality'
  | 'tense'
  | 'direction'
  | 'amount'
  /** Articles and similar words, which a grammar fix may add or drop. */
  | 'light'
  /** Words of hesitation. */
  | 'hesitation'
  | 'content';

const table = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(rows).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)));

/** Units and their spellings. */
const UNITS = table({
  mg: 'mg milligram milligrams',
  mcg: 'mcg microgram micrograms µg',
  g: 'gram grams gramme grammes g',
  kg: 'kg kilo kilos kilogram kilograms',
  ton: 'ton tons tonne tonnes',
  ml: 'ml milliliter milliliters millilitre millilitres',
  liter: 'liter liters litre litres l',
  mm: 'mm millimeter millimeters millimetre millimetres',
  cm: 'cm centimeter centimeters centimetre centimetres',
  meter: 'm meter meters metre metres',
  km: 'km kilometer kilometers kilometre kilometres',
  mile: 'mile miles mi',
  foot: 'foot feet ft',
  inch: 'inch inches',
  yard: 'yard yards yd',
  pound: 'pound pounds lb lbs £',
  ounce: 'ounce ounces oz',
  cup: 'cup cups',
  tablespoon: 'tablespoon tablespoons tbsp',
  teaspoon: 'teaspoon teaspoons tsp',
  mph: 'mph',
  kmh: 'kmh kph',
  byte: 'byte bytes',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes gig gigs',
  tb: 'tb terabyte terabytes',
  second: 'seconds sec secs',
  minute: 'minute minutes min mins',
  hour: 'hour hours hr hrs',
  day: 'day days',
  week: 'week weeks',
  month: 'month months',
  year: 'year years',
  decade: 'decade decades',
  degree: 'degree degrees °',
  celsius: 'celsius centigrade',
  fahrenheit: 'fahrenheit',
  percent: 'percent % prozent pourcent ciento',
  dollar: 'dollar dollars buck bucks usd',
  euro: 'euro euros eur',
  yen: 'yen jpy',
  franc: 'franc francs',
  cent: 'cent cents pence',
  square: 'square',
  watt: 'watt watts kw kilowatt kilowatts',
  volt: 'volt volts',
});

/** Units in Spanish, French and German that are no English words. */
const FOREIGN_UNITS = table({
  mg: 'miligramo miligramos milligramm milligramme milligrammes',
  g: 'gramo gramos gramm',
  kg: 'kilogramo kilogramos kilogramm kilogrammes kilogramme',
  ton: 'tonelada toneladas tonnen',
  ml: 'mililitro mililitros',
  liter: 'litro litros',
  mm: 'milímetro milímetros',
  cm: 'centímetro centímetros centimètre centimètres zentimeter',
  meter: 'metro metros mètre mètres',
  km: 'kilómetro kilómetros kilomètre kilomètres',
  second: 'segundos secondes sekunde sekunden',
  minute: 'minuto minutos minuten',
  hour: 'hora horas heure heures stunde stunden h std',
  day: 'día días jour jours tag tage tagen',
  week: 'semana semanas semaine semaines woche wochen',
  month: 'mes meses mois monat monate monaten',
  year: 'año años an ans année années jahr jahre jahren',
  degree: 'grado grados degré degrés grad',
  dollar: 'dólar dólares',
  pound: 'libra libras livre livres pfund',
  franc: 'franken franco francos francs',
  cent: 'céntimo céntimos centavo centavos centime centimes',
});

/** Pronouns by person and kind: "me" equals "I", but not "my". */
const ENGLISH_PRONOUNS = table({
  i: 'i me',
  my: 'my mine',
  we: 'we us',
  our: 'our ours',
  you: 'you u',
  your: 'your yours',
  he: 'he him',
  his: 'his',
  she: 'she her hers',
  it: 'it its',
  they: 'they them',
  their: 'their theirs',
  myself: 'myself',
  yourself: 'yourself',
  himself: 'himself',
  herself: 'herself',
  ourselves: 'ourselves',
  themselves: 'themselves',
});

/** Pronouns in German, French and Spanish. */
const FOREIGN_PRONOUNS = table({
  ich: 'ich mich mir',
  mein: 'mein meine meinen meinem meiner meines',
  dein: 'dein deine deinen deinem deiner',
  sein: 'sein seine seinen seinem seiner',
  ihr: 'ihr ihre ihren ihrem ihrer',
  mon: 'mon ma mes',
  ton: 'ton ta tes',
  son: 'son sa ses',
  mi: 'mi mis',
  tus: 'tus',
  du: 'du dich dir',
  er: 'er ihn ihm',
  wir: 'wir uns',
  je: 'je me moi',
  tu: 'tu te toi',
  elle: 'elle elles ella ellas',
  nous: 'nous nosotros',
  él: 'él ellos',
  yo: 'yo',
});

/** English words by kind. */
const ENGLISH_KINDS: Readonly<Record<string, string>> = {
  time: 'am pm monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december today tomorrow yesterday tonight morning afternoon evening night noon midnight midday weekend spring summer autumn winter next last previous this ago early late later earlier now then already still yet soon always often sometimes rarely seldom usually daily weekly monthly yearly hourly',
  negation: 'not never no without nobody nothing none neither nor nowhere cannot hardly barely scarcely ain',
  modality:
    'will would can could may might must shall should ought maybe perhaps possibly probably likely apparently allegedly supposedly certainly definitely surely think guess believe suppose hope wish need want would have to used going gonna seems seem appears',
  tense: 'am is are was were be been being has had did does do',
  direction:
    'before after until till unless if because since while during whether although though despite left right up down in out on off over under above below into onto from to toward towards through between behind beside beneath inside outside except including excluding with against at by for about around across along near upon per than as like via within beyond upstairs downstairs north south east west front back top bottom',
  amount:
    'all some most many few several every each any both either only almost nearly about approximately roughly least more less fewer enough too much little half double other another first second third again also even exactly just half quite very',
  light: "a an the that of and to 's",
  hesitation:
    'um uh er erm ah hmm hm mm mhm oh eh like so well yeah yep okay ok right just really actually basically literally anyway please',
};

/** Words of other languages by kind, mostly German, French and Spanish. */
const FOREIGN_KINDS: Readonly<Record<string, string>> = {
  time: 'montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember heute gestern morgen abend immer oft selten noch schon bald lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre hier demain matin soir toujours souvent encore déjà lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hoy ayer mañana tarde noche siempre todavía ya',
  negation:
    'nicht nie niemals ohne kein keine keinen keinem keiner keines niemand nichts kaum ne pas jamais rien personne aucun aucune sans nunca jamás nada nadie ningún ninguna tampoco sin non mai nessuno niente senza não ninguém sem niet nooit geen zonder не нет никогда ничего никто без',
  modality:
    'muss musst müssen kann kannst können könnte könnten soll sollte sollen sollten darf dürfen will wollen würde würden vielleicht wahrscheinlich vermutlich möglicherweise sicher dois doit devons doivent peux peut pouvons peuvent pourrait devrait veux veut voulons peut-être probablement sûrement debo debe debemos puede puedo podemos podría debería quiero quiere quizás tal vez probablemente',
  tense: 'war waren wird wurde werden était étaient sera serait era estaba será fue fueron',
  direction:
    'vor nach bis während links rechts oben unten über unter wenn falls außer weil obwohl ohne mit gegen von bei seit zwischen hinter neben avant après jusque pendant gauche droite sous sur dans avec contre si sauf parce depuis entre derrière antes después hasta durante izquierda derecha arriba abajo sobre bajo con contra si salvo porque desde entre detrás',
  amount:
    'alle einige viele wenige jeder nur fast ungefähr etwa mindestens höchstens mehr weniger auch tous certains beaucoup peu chaque seulement presque environ plus moins aussi todos algunos muchos pocos cada solo sólo casi aproximadamente más menos también',
  light:
    'der die das ein eine einen einem einer eines und dass zu le la les un une des du de et que d l qu au aux el los las unos unas y al del lo o gli uno una e di che os as um uma da do het een en van',
  hesitation:
    'äh ähm öh halt eben mal also ja naja tja euh ben bah hein voilà alors donc quoi este bueno pues eh o sea entonces allora cioè beh né então bom tipo',
};

/** A word of several kinds counts as the first of these. */
const ORDER: readonly FactKind[] = [
  'negation',
  'time',
  'modality',
  'tense',
  'hesitation',
  'light',
  'direction',
  'amount',
];

const kindsOf = (kinds: Readonly<Record<string, string>>): ReadonlyMap<string, FactKind> =>
  new Map([...ORDER].reverse().flatMap((kind) => (kinds[kind] ?? '').split(' ').map((word) => [word, kind] as const)));

const ENGLISH = kindsOf(ENGLISH_KINDS);
const FOREIGN = kindsOf(FOREIGN_KINDS);

/** The kind of a word, and the key that all its equivalents share. */
export function classify(word: string, english: boolean): { readonly kind: FactKind; readonly key: string } {
  const person = (english ? ENGLISH_PRONOUNS : FOREIGN_PRONOUNS).get(word);
  if (person !== undefined) return { kind: 'pronoun', key: person };
  const unit = (english ? undefined : FOREIGN_UNITS.get(word)) ?? UNITS.get(word);
  if (unit !== undefined) return { kind: 'unit', key: unit };
  // "To" and "too" sound the same.
  if (english && word === 'too') return { kind: 'light', key: 'to' };
  return { kind: (english ? ENGLISH : FOREIGN).get(word) ?? 'content', key: word };
}

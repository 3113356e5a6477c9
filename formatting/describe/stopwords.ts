import * as stopword from 'stopword';

// The package exports one list per language and no index.
const lists: Readonly<Record<string, readonly string[]>> = { ...stopword };

/** ISO 639-1 codes to the ISO 639-3 codes of the lists. */
const CODES: Readonly<Record<string, string>> = {
  ar: 'ara',
  bn: 'ben',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  nb: 'nob',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  es: 'spa',
  sv: 'swe',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  zh: 'zho',
};

/** Words that occur in any note, whatever its subject. */
const SPOKEN: Readonly<Record<string, string>> = {
  en: 'okay ok yeah yes no um uh like just really actually basically well so gonna gotta wanna maybe kind sort thing things stuff lot bit way guess think know mean want need let get got go going come say said tell make made take today yesterday tomorrow now also still please thanks hey hi hello right sure note memo idea ideas people person time times day days week weeks month months year years morning afternoon evening night minute minutes hour hours monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekend january february march april may june july august september october november december something anything everything nothing someone somebody anyone one two three four five six seven eight nine ten first second third next last mr mrs ms mr. mrs. ms.',
  de: 'also halt eben mal ja nein okay äh ähm heute gestern morgen vielleicht eigentlich genau sache sachen ding dinge uhr tag tage woche jahr mal bisschen leute muss müssen soll sollten haben machen gehen kommen sagen immer noch schon montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember zweite zweiten dritte dritten neue neuen zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend stunde stunden minute minuten wochen monat monate jahre herr herrn frau nacht abend nachmittag',
  ru: 'сегодня завтра вчера нужен нужна нужно надо очень понедельник вторник среда четверг пятница',
  fr: "alors donc euh ben voilà oui non aujourd'hui aujourd hui lundi mardi mercredi jeudi vendredi samedi dimanche mois veut peu trois deux demain hier peut être chose choses truc jour jours semaine fois faut faire dire aller est sont va très bien premier première premiers premières deuxième dernier dernière prochain prochaine encore quatre cinq six sept huit neuf dix onze douze quinze vingt trente cent mille heure heures minute minutes semaines année années matin soir nuit janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  es: 'pues entonces eh bueno vale sí hoy mañana ayer cosa cosas día días semana vez hay hacer decir ir va tengo tenemos muy bien lunes martes miércoles jueves viernes sábado domingo todavía pero siete primero primera primer segundo segunda último última próximo próxima dos tres cuatro cinco seis ocho nueve diez once doce quince veinte treinta cien ciento mil hora horas minuto minutos semanas mes meses año años tarde noche enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'allora dunque eh beh sì oggi domani ieri cosa cose giorno giorni settimana volta fare dire andare molto bene',
  pt: 'então né bom sim hoje amanhã ontem coisa coisas dia dias semana vez fazer dizer ir muito bem',
};

/** The words of a language that cannot be the subject of a note. */
export function stopwordsOf(language: string | undefined): ReadonlySet<string> {
  const code = CODES[language ?? 'en'];
  const list = lists[code ?? ''] ?? [];
  return new Set([...list.map((word) => word.toLowerCase()), ...(SPOKEN[language ?? 'en'] ?? '').split(' ')]);
}

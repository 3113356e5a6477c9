import { extractDescription } from '../../formatting/describe/extract.ts';
import {
  MAX_CONTEXT_BYTES,
  MAX_DICTIONARY_BYTES,
  MAX_EXTRA_INSTRUCTIONS_BYTES,
  MAX_RAW_TEXT_BYTES,
} from '../../formatting/limits.ts';
import { PASSES } from '../../formatting/pipeline.ts';
import { REFUSALS } from '../../formatting/types.ts';
import { type CaseOptions, format } from './format.ts';

/** The examples of `formatting/README.md`. Only the spoken side is written here. The code creates the written side. */
const EXAMPLES: readonly (readonly [title: string, spoken: readonly (readonly [string, CaseOptions?])[]])[] = [
  [
    'Spoken punctuation and layout',
    [
      ['dear ana comma new paragraph thanks for the flowers exclamation mark'],
      ['Send it, comma, please, period.'],
      ['she said open quote come home close quote and left period'],
      ['They teach comma rules in second period.'],
      ['He put his foot down, period, and the boys went to bed.'],
      ['the trial period ends on friday'],
      ['the work period ended on friday'],
      ['please send the revised contract period let me know'],
      ['the em dash is overused these days'],
      ['the first bullet point needs more work'],
      ['great job everyone thumbs up emoji'],
      ['the class (music) starts at nine'],
      ['bullet point milk bullet point two loaves of bread'],
      ['Number one, speed. Number two, price. Let me know what you think.'],
    ],
  ],
  [
    'Hesitations and corrections',
    [
      ['um so i i i think, uh, we should go home now'],
      ["let's meet monday scratch that let's meet tuesday at noon"],
      ['see you at two actually make that three'],
      ['we meet on Tuesday. No wait, Wednesday.'],
      ['take the red one no wait the blue one'],
      ['we need to we need to talk about the the budget'],
      ['put it on the table. Sorry, the phone rang.'],
      ['scratch that itch before it gets worse'],
      ['He says um a lot, and I say er.'],
      ['Book a table for six, scratch that, eight people.'],
      ['The blue one, or rather the navy one, suits you.'],
    ],
  ],
  [
    'Numbers, dates, addresses',
    [
      ['it costs two point five million dollars a year'],
      ['the call is on january fifteenth twenty twenty six at five thirty pm'],
      ['we paid a hundred and twenty dollars and fifty cents'],
      ['it needs three to five thousand dollars or twenty to thirty percent more'],
      ['half a million people and several hundred dogs'],
      ['I bought twenty five thirty times'],
      ['music of the nineteen nineties, nineteen ninety nine a month'],
      ['the deadline is three slash fifteen slash twenty twenty four at quarter past three pm'],
      ['the shop closes at five thirty'],
      ['He weighs two hundred pounds, down from two thirty.'],
      ['I gave my two cents and left.'],
      ['be there at fourteen hundred hours'],
      ['he is five foot eleven and weighs a hundred and eighty pounds'],
      ['my number is double five oh one two three four'],
      ['call plus four four two oh seven nine four six oh nine five eight'],
      ['call one eight hundred five five five one two one two'],
      ['the codes are four two one seven, nine nine three two'],
      ['one twenty three main street'],
      ['write to anna dot smith at example dot com please'],
      ['one of them is at www dot example dot com slash docs'],
    ],
  ],
  [
    'Names of the dictionary',
    [
      ['charge b runs on cooper netties', { dictionary: 'ChargeBee, Kubernetes' }],
      ['and her son went to sea', { dictionary: 'Anderson, C' }],
      ['the car men came', { dictionary: 'Carmen' }],
      ['omw to the office now', { dictionary: 'omw => on my way' }],
    ],
  ],
  [
    'Places',
    [
      ['And then we left.', { context: '{"before": "I was tired"}' }],
      ['see you at five tomorrow', { context: 'App: Slack' }],
      ['git checkout dash b feature slash login dash page', { context: 'App: Terminal' }],
      ['cd tilde slash projects'],
      ['const camel case get user name', { context: 'App: VS Code' }],
      ['a function called snake case read file returns it'],
      ['Hi Anna, thanks for your mail. I will look into it. Best regards, Tom.', { context: 'Replying in Gmail' }],
    ],
  ],
  [
    'Spoken marks and commands in Spanish, French and German',
    [
      ['hola coma cómo estás signo de interrogación', { language: 'es' }],
      ['el punto de vista es importante', { language: 'es' }],
      ['nos vemos el lunes borra eso nos vemos el martes', { language: 'es' }],
      ["bonjour virgule à la ligne comment allez-vous point d'interrogation", { language: 'fr' }],
      ['das ist gut Punkt neuer Absatz bis morgen Ausrufezeichen', { language: 'de' }],
    ],
  ],
  [
    'Numbers in Spanish, French and German',
    [
      ['quedamos el tres de mayo de dos mil veinte a las seis y media', { language: 'es' }],
      ['pagamos mil doscientos euros con un quince por ciento de descuento', { language: 'es' }],
      ['te veo a las once y mil gracias por todo', { language: 'es' }],
      ['rendez-vous le premier mars à dix-neuf heures trente', { language: 'fr' }],
      ['cela coûte douze euros cinquante le kilo et trois virgule cinq kilos suffisent', { language: 'fr' }],
      ['les années quatre-vingt et le cent mètres', { language: 'fr' }],
      ['wir öffnen vom elften bis zum fünfzehnten Mai um acht Uhr dreißig', { language: 'de' }],
      ['dreiundzwanzig Kisten kosten zwei Komma fünf Millionen Euro', { language: 'de' }],
      ['wir kommen um halb vier oder es ist fünf vor zwölf', { language: 'de' }],
    ],
  ],
  [
    'Other languages keep their words',
    [['eu quero um livro sobre isso'], ['wir treffen uns um zehn am Bahnhof'], ['今天天气很好我们去公园吧']],
  ],
];

const NOTE =
  'Okay so today I had a call with Maria about the kitchen renovation. We need to order the new cabinets by Friday, and the electrician, Mr. Jones, is coming on Tuesday to check the wiring. The cabinets should be white oak. I also need to ask the plumber about the sink. The kitchen budget is about 12,000 euros.';

/** The README's section of examples, as the code creates it. */
export function renderExamples(): string {
  const tables = EXAMPLES.map(([title, rows]) => {
    const lines = rows.map(([spoken, options = {}]) => {
      const field = options.dictionary ?? options.context ?? options.language;
      const given = field === undefined ? '' : `<br>with ${code(field)}`;
      return `| ${code(spoken)}${given} | ${code(format(spoken, options))} |`;
    });
    return [`**${title}**`, '', '| Said | Written |', '|---|---|', ...lines].join('\n');
  });
  const { title, summary, tags } = extractDescription({
    transcript: NOTE,
    hint: 'en',
    userTags: ['Kitchen'],
  }).description;
  const note = [
    '**A note, described by its own words** (the user has a tag `Kitchen`)',
    '',
    `> ${NOTE}`,
    '',
    `- title: ${title}`,
    `- summary: ${summary}`,
    `- tags: ${tags.map(({ name, confidence }) => `${name} (${confidence})`).join(', ')}`,
  ].join('\n');
  return [...tables, note].join('\n\n');
}

function code(text: string): string {
  return `\`${text.replaceAll('\n', '⏎').replaceAll('|', '\\|')}\``;
}

/** What the README must contain besides the examples. */
export const README_HOLDS: readonly string[] = [
  ...PASSES.map((pass, at) => `${at + 1}. \`${pass.name}\``),
  ...REFUSALS.map((reason) => `\`${reason}\``),
  `| \`context\` | ${MAX_CONTEXT_BYTES.toLocaleString('en-US')} |`,
  `| \`dictionary\` | ${MAX_DICTIONARY_BYTES.toLocaleString('en-US')} |`,
  `| \`extra_instructions\` | ${MAX_EXTRA_INSTRUCTIONS_BYTES.toLocaleString('en-US')} |`,
  `| \`raw_text\` | ${MAX_RAW_TEXT_BYTES.toLocaleString('en-US')} |`,
];

/** The kind of field that the text goes into. */
export type AppKind = 'chat' | 'email' | 'code' | 'search' | 'other';

/** Where the text goes, according to the `context` field. */
export interface Place {
  readonly kind: AppKind;
  /** The text before the cursor, white space included; undefined when unknown. */
  readonly before: string | undefined;
  /** The text after the cursor; undefined when unknown. */
  readonly after: string | undefined;
}

/** The place without any context. */
export const ANYWHERE: Place = { kind: 'other', before: undefined, after: undefined };

const BEFORE = new Set([
  'before',
  'beforecursor',
  'textbeforecursor',
  'beforethecursor',
  'textbeforethecursor',
  'contentbeforecursor',
  'precedingtext',
  'textbefore',
  'prefix',
  'lefttext',
  'leftcontext',
]);
const AFTER = new Set([
  'after',
  'aftercursor',
  'textaftercursor',
  'afterthecursor',
  'textafterthecursor',
  'contentaftercursor',
  'followingtext',
  'textafter',
  'suffix',
  'righttext',
  'rightcontext',
]);
const APP = new Set([
  'app',
  'application',
  'appname',
  'activeapp',
  'activeapplication',
  'bundleid',
  'appbundleid',
  'category',
  'appcategory',
  'apptype',
  'kind',
  'type',
  'field',
  'fieldtype',
  'inputtype',
  'mode',
  'website',
  'site',
  'url',
  'window',
  'windowtitle',
  'screen',
]);

/** Brands by kind of app. They are found anywhere in the context, because their names rarely mean anything else. */
const BRANDS: readonly (readonly [AppKind, RegExp])[] = [
  ['chat', /\b(?:slack|discord|whatsapp|telegram|imessage|messenger|microsoft teams|ms teams|wechat|mattermost)\b/iu],
  ['email', /\b(?:gmail|outlook|thunderbird|superhuman|protonmail|proton mail|apple mail|yahoo mail)\b/iu],
  [
    'code',
    /\b(?:vs ?code|vscode|visual studio|xcode|intellij|pycharm|webstorm|neovim|iterm2?|powershell|github copilot|jetbrains)\b/iu,
  ],
];
/** Names of places in prose. */
const PROSE: readonly (readonly [AppKind, RegExp])[] = [
  ['chat', /\b(?:chat|direct|instant|text) message\b|\b(?:chat|messaging) (?:app|application|window|field|box)\b/iu],
  ['email', /\be-?mail (?:client|reply|draft|app|application|message|body|compose|composer|to)\b/iu],
  ['code', /\b(?:code|text) editor\b|\b(?:terminal|shell|console) (?:window|app|application|prompt|session)\b/iu],
  ['search', /\b(?:search|address|url|location) (?:field|bar|box|input)\b/iu],
];
/** Words that name a place only in a field such as `app:`. */
const VALUES: readonly (readonly [AppKind, RegExp])[] = [
  ['search', /\b(?:search|url|address ?bar|omnibox|spotlight|find)\b/iu],
  ['chat', /\b(?:chat|messages?|messaging|sms|teams|signal|line|dm|im|messenger)\b/iu],
  ['email', /\b(?:e-?mail|mail|compose)\b/iu],
  ['code', /\b(?:code|terminal|shell|console|editor|ide|cursor|zed|vim|emacs|warp|ghostty|command line|cli)\b/iu],
];

/** The number of characters read on each side of the cursor, which limits the time for a field full of line breaks. */
const MAX_LENGTH_PER_SIDE = 1_000;

/** Reads the `context` field: JSON, `key: value` lines, or prose. Never fails: unknown content is ignored. */
export function readContext(context: string | undefined): Place {
  if (context === undefined || context.trim() === '') return ANYWHERE;
  const fields = readJson(context) ?? readLines(context);
  let kind: AppKind | undefined;
  let before: string | undefined;
  let after: string | undefined;
  for (const [name, value] of fields) {
    const key = name.toLowerCase().replace(/[^a-z]/gu, '');
    if (BEFORE.has(key)) before ??= value.slice(-MAX_LENGTH_PER_SIDE);
    else if (AFTER.has(key)) after ??= value.slice(0, MAX_LENGTH_PER_SIDE);
    else if (APP.has(key)) kind ??= find(BRANDS, value) ?? find(VALUES, value);
  }
  // Text around the cursor may mention any app, so prose is searched only if there are no fields.
  const about = fields.length > 0 ? '' : context;
  return { kind: kind ?? find(BRANDS, about) ?? find(PROSE, about) ?? 'other', before, after };
}

function find(table: readonly (readonly [AppKind, RegExp])[], text: string): AppKind | undefined {
  return table.find(([, words]) => words.test(text))?.[0];
}

type Fields = readonly (readonly [string, string])[];

function readJson(context: string): Fields | undefined {
  if (!context.trimStart().startsWith('{')) return undefined;
  try {
    return flatten(JSON.parse(context), '', 0);
  } catch {
    return undefined;
  }
}

/** Flattens nested objects to their innermost names: `{"cursor": {"before": "…"}}` is `before`. */
function flatten(value: unknown, name: string, depth: number): Fields {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, key, depth + 1));
}

/**
 * Reads lines such as `Text before cursor: I think that`. The value may be quoted and may span lines up to the next
 * known name.
 */
function readLines(context: string): Fields {
  const fields: [string, string][] = [];
  for (const line of context.split('\n')) {
    const [, name, value] = /^[ \t]*([A-Za-z][A-Za-z _-]{1,30})[:=](.*)$/u.exec(line) ?? [];
    const key = name?.toLowerCase().replace(/[^a-z]/gu, '') ?? '';
    const last = fields.at(-1);
    if (name !== undefined && (BEFORE.has(key) || AFTER.has(key) || APP.has(key))) fields.push([name, value ?? '']);
    else if (last !== undefined) last[1] += `\n${line}`;
  }
  return fields.map(([name, value]) => [name, unquote(value)]);
}

function unquote(value: string): string {
  const text = value.startsWith(' ') ? value.slice(1) : value;
  const quoted = /^(["'“])([\s\S]*)(["'”])\s*$/u.exec(text);
  return quoted?.[2] ?? text;
}

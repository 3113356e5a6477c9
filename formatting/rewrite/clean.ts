import { normalizeText } from '../normalize.ts';

const THINKING = /<(think|thinking|thought|reasoning)>/giu;
const FENCE = /^```[a-z]*[ \t]*\n/iu;
/** "Here is the cleaned text:" on a line of its own. */
const PREAMBLE =
  /^(?:sure[,!.]? {1,3})?(?:here(?:'s| is| are)|below is|the following is|cleaned(?:-up)?|corrected|output|result|text)\b[^\n:]{0,80}:[ \t]*\n/iu;

/**
 * The text in a model's answer: taken from its JSON, without reasoning, fences, preamble or invisible characters.
 * @returns undefined if there is no text
 */
export function readRewrite(answer: string): string | undefined {
  const body = bodyOf(answer);
  if (body === undefined) return undefined;
  const json = readJson(body);
  if (json === undefined) {
    // A server without structured output may send only the text. Text that looks like an object is broken JSON.
    return /^[[{]/u.test(body) ? undefined : clean(body.replace(PREAMBLE, ''));
  }
  const { value } = json;
  const agreed = typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'text' in value;
  return agreed && typeof value.text === 'string' ? clean(value.text) : undefined;
}

/** The JSON in a model's answer, of any shape. Undefined if there is none. */
export function parseAnswer(answer: string): unknown {
  const body = bodyOf(answer);
  return body === undefined ? undefined : readJson(body)?.value;
}

/** The answer without reasoning and fence. Undefined if the reasoning does not end. */
function bodyOf(answer: string): string | undefined {
  const lower = answer.toLowerCase();
  let spoken = '';
  let at = 0;
  for (const open of answer.matchAll(THINKING)) {
    if (open.index < at) continue;
    const close = `</${open[1]?.toLowerCase()}>`;
    const end = lower.indexOf(close, open.index);
    if (end < 0) return undefined;
    spoken += answer.slice(at, open.index);
    at = end + close.length;
  }
  return unfence((spoken + answer.slice(at)).trim());
}

function unfence(text: string): string {
  return FENCE.test(text) && text.endsWith('```') ? text.replace(FENCE, '').slice(0, -3).trim() : text;
}

/** Parses the text between the first `{` and the last `}`. A value of undefined is broken JSON. */
function readJson(body: string): { readonly value: unknown } | undefined {
  const from = body.search(/\{\s{0,20}"/u);
  const end = body.lastIndexOf('}');
  if (from < 0 || end < from) return undefined;
  try {
    return { value: JSON.parse(body.slice(from, end + 1)) };
  } catch {
    return { value: undefined };
  }
}

function clean(text: string): string {
  const plain = normalizeText(unfence(text.trim()));
  return /^"([^"]*)"$/u.exec(plain)?.[1]?.trim() ?? plain;
}

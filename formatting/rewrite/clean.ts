import { normalizeText } from '../normalize.ts';

const THINKING = /<(think|thinking|thought|reasoning)>/giu;
const FENCE = /^```[a-z]*[ \t]*\n/iu;
/** "Here is the cleaned text:" on a line of its own. */
const PREAMBLE =
  /^(?:sure[,!.]? {1,3})?(?:here(?:'s| is| are)|below is|the following is|cleaned(?:-up)?|corrected|output|result|text)\b[^\n:]{0,80}:[ \t]*\n/iu;

/**
 * The text within a model's answer: out of its JSON, without reasoning, fences, a preamble or anything invisible.
 * @returns undefined when there is no text to be found
 */
export function readRewrite(answer: string): string | undefined {
  const body = bodyOf(answer);
  if (body === undefined) return undefined;
  const json = readJson(body);
  if (json === undefined) {
    // A server without structured output may send the text alone; what looks like an object is a broken one.
    return /^[[{]/u.test(body) ? undefined : clean(body.replace(PREAMBLE, ''));
  }
  const { value } = json;
  const agreed = typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'text' in value;
  return agreed && typeof value.text === 'string' ? clean(value.text) : undefined;
}

/** The JSON within a model's answer, of any shape; undefined when there is none. */
export function parseAnswer(answer: string): unknown {
  const body = bodyOf(answer);
  return body === undefined ? undefined : readJson(body)?.value;
}

/** What is left without reasoning and fence; undefined when the reasoning never ends. */
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

/** From the first object's beginning to the last one's end; a value of undefined is JSON that is broken. */
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

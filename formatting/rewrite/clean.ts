import { normalizeText } from '../normalize.ts';

const THINKING = /<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/giu;
const FENCED = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?```$/iu;
/** "Here is the cleaned text:" on a line of its own. */
const PREAMBLE =
  /^(?:sure[,!.]?\s+)?(?:here(?:'s| is| are)|below is|the following is|cleaned(?:-up)?|corrected|output|result|text)\b[^\n:]{0,80}:[ \t]*\n+/iu;

/**
 * The text within a model's answer: out of its JSON, without reasoning, fences, a preamble or anything invisible.
 * @returns undefined when there is no text to be found
 */
export function readRewrite(answer: string): string | undefined {
  const spoken = answer.replace(THINKING, '').trim();
  // Reasoning that never ended: what follows is not an answer.
  if (/<(?:think|thinking|thought|reasoning)>/iu.test(spoken)) return undefined;
  const body = unfence(spoken);
  const json = readJson(body);
  if (json !== undefined) return json === false ? undefined : clean(json);
  // A server without structured output may send the text alone; anything that looks like an object is a broken one.
  return /^[[{]/u.test(body) ? undefined : clean(body.replace(PREAMBLE, ''));
}

function unfence(text: string): string {
  return FENCED.exec(text)?.[1]?.trim() ?? text;
}

/** The `text` field; false when the JSON is another. */
function readJson(body: string): string | false | undefined {
  const start = body.indexOf('{"');
  const spaced = body.search(/\{\s*"text"/u);
  const from = spaced >= 0 ? spaced : start;
  const end = body.lastIndexOf('}');
  if (from < 0 || end < from) return undefined;
  try {
    const value: unknown = JSON.parse(body.slice(from, end + 1));
    if (typeof value !== 'object' || value === null) return false;
    return 'text' in value && typeof value.text === 'string' && Object.keys(value).length === 1 ? value.text : false;
  } catch {
    return false;
  }
}

function clean(text: string): string {
  const plain = normalizeText(unfence(text.trim()));
  return /^"([^"]*)"$/u.exec(plain)?.[1]?.trim() ?? plain;
}

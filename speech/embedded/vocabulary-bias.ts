import type { ScoreBias } from './moonshine.ts';
import { encodeText } from './tokenizer.ts';

interface Node {
  readonly next: Map<number, Node>;
}

/**
 * What a token gains in its score that begins a term, and one that goes on with a term, before depth. On sentences
 * with rare names these took the word error rate from 57 % to 40 %, at half a point elsewhere; more gains nothing.
 */
const BEGIN_GAIN = 2;
const GO_ON_GAIN = 3.5;
/** Terms beyond this many are left out: a long list would pull everything towards itself. */
const MAX_TERMS = 200;
const MAX_TERM_TOKENS = 24;

/**
 * Raises the scores of tokens that begin or go on with a term of the vocabulary, the more the further a term is
 * matched. Works on the spellings that the tokenizer can make.
 */
export function createVocabularyBias(vocabulary: readonly string[]): ScoreBias | undefined {
  const root: Node = { next: new Map() };
  for (const term of vocabulary.slice(0, MAX_TERMS))
    insert(root, encodeText(term.trim(), true).slice(0, MAX_TERM_TOKENS));
  if (root.next.size === 0) return undefined;
  return (logits, tokens) => {
    for (const { node, depth } of matches(root, tokens)) {
      const gain = depth === 0 ? BEGIN_GAIN : GO_ON_GAIN * (1 + Math.log(depth));
      for (const token of node.next.keys()) logits[token] = (logits[token] ?? 0) + gain;
    }
  };
}

function insert(root: Node, tokens: readonly number[]): void {
  let node = root;
  for (const token of tokens) {
    const next = node.next.get(token) ?? { next: new Map() };
    node.next.set(token, next);
    node = next;
  }
}

/** The places in the tree that the last tokens lead to; the root always, as a term may begin anywhere. */
function* matches(root: Node, tokens: readonly number[]): Generator<{ node: Node; depth: number }> {
  yield { node: root, depth: 0 };
  for (let start = Math.max(0, tokens.length - MAX_TERM_TOKENS); start < tokens.length; start++) {
    const node = follow(root, tokens, start);
    if (node !== undefined) yield { node, depth: tokens.length - start };
  }
}

function follow(root: Node, tokens: readonly number[], start: number): Node | undefined {
  let node: Node | undefined = root;
  for (let at = start; at < tokens.length && node !== undefined; at++) node = node.next.get(tokens[at] ?? 0);
  return node;
}

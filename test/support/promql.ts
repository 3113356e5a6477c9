import { parser } from '@prometheus-io/lezer-promql';

/** What an expression reads: the name of a metric and the matchers of its labels. */
export interface Selector {
  readonly name: string;
  readonly matchers: [label: string, operator: string, value: string][];
}

/** The selectors of a PromQL expression. @throws {Error} when it is none */
export function selectorsOf(expression: string): Selector[] {
  const textOf = ({ from, to }: { from: number; to: number }) => expression.slice(from, to);
  const found: Selector[] = [];
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`Cannot parse '${expression}' at ${node.from}`);
      if (node.name === 'Identifier') found.push({ name: textOf(node), matchers: [] });
      if (node.name !== 'UnquotedLabelMatcher') return;
      const [label = '', operator = '', value = ''] = ['LabelName', 'MatchOp', 'StringLiteral'].map((kind) => {
        const child = node.node.getChild(kind);
        return child ? textOf(child) : '';
      });
      found.at(-1)?.matchers.push([label, operator, JSON.parse(value)]);
    },
  });
  return found;
}

/** Whether a label's value satisfies a matcher. */
export function matches(given: string | undefined, operator: string, wanted: string): boolean {
  if (given === undefined) return false;
  const same = operator.endsWith('~') ? new RegExp(`^(?:${wanted})$`).test(given) : given === wanted;
  return operator.startsWith('!') ? !same : same;
}

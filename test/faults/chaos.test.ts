import { depth } from '../support/depth.ts';
import { type Chaos, defineChaos } from './support/chaos.ts';
import { type PartName, startTestStack, type TestStack } from './support/stack.ts';

let stack: TestStack;
const part = (name: PartName) => async () => [stack.pid(name)];
const enginesOf = (name: PartName) => async () => stack.engines(name);

defineChaos({
  start: async (env) => {
    stack = await startTestStack(env);
    return stack;
  },
  startMs: 180_000,
  victims: (): ReturnType<Chaos['victims']> => ({
    API: part('API'),
    Worker: part('Worker'),
    Redis: part('Redis'),
    Temporal: part('Temporal'),
    'API engine': enginesOf('API'),
    'Worker engine': enginesOf('Worker'),
  }),
  last: ['API engine', 'Worker engine'],
  rounds: Number(process.env['CHAOS_ROUNDS'] ?? depth(1, 2)),
});

import { FIRST } from './dictations/first.ts';
import { readDictations } from './dictations/read.ts';
import { SECOND } from './dictations/second.ts';
import { THIRD } from './dictations/third.ts';
import { group } from './support.ts';

group('dictations of many kinds, first set', FIRST);

group('dictations of many kinds, second set', SECOND);

group('dictations of many kinds, third set', THIRD);

for (const name of ['fourth', 'fifth', 'sixth']) group(`dictations of many kinds, ${name} set`, readDictations(name));

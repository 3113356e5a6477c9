import { dictateTests } from './dictate.ts';
import { editingTests } from './editing.ts';
import { journeyTests } from './journey.ts';
import { keyboardTests } from './keyboard.ts';
import { recordWordsTests } from './record-words.ts';
import { searchTests } from './search.ts';
import { webSuite } from './support/suite.ts';

const suite = webSuite();
journeyTests(suite);
dictateTests(suite);
editingTests(suite);
keyboardTests(suite);
recordWordsTests(suite);
searchTests(suite);

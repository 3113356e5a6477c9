import { connectTests } from './connect.ts';
import { journeyTests } from './journey.ts';
import { keyboardTests } from './keyboard.ts';
import { lossTests } from './loss.ts';
import { pageTests } from './pages.ts';
import { webSuite } from './support/suite.ts';

const suite = webSuite();
connectTests(suite);
journeyTests(suite);
keyboardTests(suite);
lossTests(suite);
pageTests(suite);

import { journeyTests } from './journey.ts';
import { pageTests } from './pages.ts';
import { webSuite } from './support/suite.ts';

const suite = webSuite();
journeyTests(suite);
pageTests(suite);

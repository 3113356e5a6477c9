import { lossTests } from './loss.ts';
import { separationTests } from './separation.ts';
import { webSuite } from './support/suite.ts';
import { uploadTests } from './uploads.ts';

const suite = webSuite();
uploadTests(suite);
lossTests(suite);
separationTests(suite);

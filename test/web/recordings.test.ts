import { dropTests } from './drops.ts';
import { lossTests } from './loss.ts';
import { microphoneTests } from './microphones.ts';
import { separationTests } from './separation.ts';
import { webSuite } from './support/suite.ts';
import { uploadTests } from './uploads.ts';

const suite = webSuite();
dropTests(suite);
microphoneTests(suite);
uploadTests(suite);
lossTests(suite);
separationTests(suite);

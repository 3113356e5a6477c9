import { accountTests } from './account.ts';
import { connectTests } from './connect.ts';
import { endpointTests } from './endpoints.ts';
import { layoutTests } from './layout.ts';
import { operatorTests } from './operator.ts';
import { pageTests } from './pages.ts';
import { referenceTests } from './reference.ts';
import { streamTests } from './streams.ts';
import { webSuite } from './support/suite.ts';

const suite = webSuite();
connectTests(suite);
accountTests(suite);
endpointTests(suite);
operatorTests(suite);
pageTests(suite);
layoutTests(suite);
referenceTests(suite);
streamTests(suite);

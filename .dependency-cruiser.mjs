/**
 * The layers, from the bottom up. A module may import its own layer's folder and any layer below it, types included.
 * README's picture is checked against this list.
 */
export const LAYERS = [
  ['contracts'],
  ['platform'],
  ['formatting', 'speech'],
  ['accounts'],
  ['dictation', 'notes'],
  ['webhooks'],
  ['activities'],
  ['workflows'],
  ['composition'],
  ['admin', 'api', 'worker'],
  ['development'],
];

const folders = LAYERS.flat();

/** What a folder may import: itself and every layer below its own. */
const allowedFor = (folder) => [
  folder,
  ...LAYERS.slice(
    0,
    LAYERS.findIndex((layer) => layer.includes(folder)),
  ).flat(),
];

const layerRules = folders
  .map((folder) => ({
    name: `${folder}-imports-lower-layers`,
    severity: 'error',
    from: { path: `^${folder}/` },
    to: { path: `^(${folders.filter((other) => !allowedFor(folder).includes(other)).join('|')})/` },
  }))
  .filter(({ to }) => to.path !== '^()/');

/** A library belongs to these folders alone. */
const ownedBy = (name, owners, libraries, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: `^(${owners}|test|bench)(/|$)` },
  to: { path: libraries },
});

const npm = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'workflows-are-deterministic',
      comment: 'Temporal replays workflows: they may use the SDK, contracts, and only the types of activities',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^(workflows|contracts)/', npm('@temporalio/workflow', '@temporalio/common')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contracts-are-pure',
      comment: 'Workflows, activities and clients load contracts',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { pathNot: ['^contracts/', npm('@temporalio/workflow', '@temporalio/common')] },
    },
    {
      name: 'production-needs-no-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    ownedBy(
      'temporal',
      'contracts|platform/temporal|dictation|notes|webhooks|activities|workflows|composition|api|worker',
      npm('@temporalio/.*'),
      'Speech, formatting and accounts work without Temporal',
    ),
    ownedBy(
      'browser',
      'web|clients',
      npm('preact', '@preact/.*', 'wouter-preact', 'idb', 'tus-js-client'),
      'Only the web app runs in browsers',
    ),
    {
      name: 'web-app-imports-no-server',
      comment: 'What browsers load must not pull server code in',
      severity: 'error',
      from: { path: '^web/(app|service-worker)/' },
      to: {
        pathNot: ['^web/app/', '^contracts/webhook-events', '(^|/)node_modules/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'servers-import-no-web-app',
      comment: 'They serve what was built of it',
      severity: 'error',
      from: { pathNot: '^(web|test)/' },
      to: { path: '^web/', dependencyTypesNot: ['type-only'] },
    },
    ownedBy('tracing', 'platform/tracing', npm('@opentelemetry/.*')),
    {
      name: 'tracing-is-loaded-only-when-on',
      comment: 'platform/tracing/open.ts imports it dynamically: a process without tracing loads no SDK',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^platform/tracing/open-telemetry', dynamic: false },
    },
    ownedBy('redis', 'platform/redis', npm('ioredis', 'redis-om', 'redis', '@redis/.*')),
    ownedBy(
      'http',
      'api',
      npm('elysia', '@elysiajs/.*', '@fastify/busboy', '@tus/.*'),
      'Only api serves HTTP to callers',
    ),
    ownedBy('cloud-storage', 'platform/recordings', npm('@google-cloud/.*')),
    ownedBy('smtp', 'platform/mail', npm('nodemailer')),
    ownedBy(
      'inference',
      'speech',
      npm('onnxruntime-.*', '@moonshine-ai/.*', 'mediabunny', 'node-web-audio-api', 'opus-decoder'),
    ),
    ownedBy(
      'disk',
      'clients/typescript/cli|deploy|platform|speech|worker|admin|development|api/web|web/build',
      '^(node:)?fs(/promises)?$',
      'Only these folders use the disk; api/web serves static files',
    ),
    {
      name: 'clients-import-nothing-of-the-service',
      comment: 'They are published alone and know the service by its OpenAPI',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: `^(${folders.join('|')}|web|deploy|test|bench)/` },
    },
    {
      name: 'the-service-imports-no-client',
      severity: 'error',
      from: { pathNot: '^(clients|test)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-development-packages-in-production',
      severity: 'error',
      from: { pathNot: '^(test|bench|clients)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'declared-packages-only',
      comment: 'An undeclared transitive package may disappear with the next version',
      severity: 'error',
      // The clients and the programs that use them have manifests of their own.
      from: { pathNot: '^(clients|test/clients/programs)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: { pathNot: '^(clients|test/clients/programs)/' },
      to: { couldNotResolve: true, pathNot: '^bun:' },
    },
  ],
  options: {
    // TypeScript 7 has no API for other tools; swc tells types from values as well.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    builtInModules: { add: ['bun', 'bun:test'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

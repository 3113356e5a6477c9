/**
 * The house's one-way street: api -> workflows -> activities -> rooms; api and worker stand on services. A type costs nothing at run time, so what only
 * imports types is free to look further down the street than what imports values.
 */
const rooms = 'speech|formatting|webhooks|recordings|mail|store';
const typeOnly = { dependencyTypesNot: ['type-only'] };

/** A library belongs to these folders alone. */
const ownedBy = (name, folders, libraries, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: `^(${folders}|test|bench)(/|$)` },
  to: { path: libraries },
});

const npm = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

export default {
  forbidden: [
    {
      name: 'workflows-are-deterministic',
      comment: 'A workflow is replayed: it may use the SDK, pure modules, and nothing of an activity but its types',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { pathNot: ['^workflows/', npm('@temporalio/workflow', '@temporalio/common')], ...typeOnly },
    },
    {
      name: 'activities-serve-workflows',
      severity: 'error',
      from: { path: '^activities/' },
      to: { path: '^(api|services|worker)/' },
    },
    {
      name: 'services-know-no-process',
      comment: 'What API and worker share belongs to neither',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(api|worker)/' },
    },
    {
      name: 'rooms-know-nobody-above',
      comment: 'Speech, formatting, webhooks, recordings, mail and store work without HTTP and without Temporal',
      severity: 'error',
      from: { path: `^(${rooms})/` },
      to: { path: '^(api|workflows|activities|services|worker)/' },
    },
    {
      name: 'runtime-knows-nobody',
      severity: 'error',
      from: { path: '^runtime/' },
      to: { path: `^(api|workflows|activities|services|worker|${rooms})/`, ...typeOnly },
    },
    {
      name: 'worker-is-the-outermost',
      severity: 'error',
      from: { pathNot: '^(worker|test|bench)/' },
      to: { path: '^worker/' },
    },
    {
      name: 'nobody-needs-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { path: '^(test|bench)/' },
    },
    ownedBy(
      'temporal',
      'api|workflows|activities|services|worker',
      npm('@temporalio/.*'),
      'A room works without an engine',
    ),
    ownedBy(
      'redis',
      'store',
      npm('ioredis', 'redis-om', 'redis', '@redis/.*', 'rate-limiter-flexible'),
      'Keys and scripts have one home',
    ),
    ownedBy('http', 'api', npm('elysia', '@elysiajs/.*', '@fastify/busboy'), 'Only api speaks HTTP to callers'),
    ownedBy('cloud-storage', 'recordings', npm('@google-cloud/.*'), 'Only recordings knows where audio lies'),
    ownedBy('smtp', 'mail', npm('nodemailer')),
    ownedBy(
      'inference',
      'speech',
      npm('onnxruntime-.*', '@moonshine-ai/.*', 'mediabunny', 'node-web-audio-api', 'opus-decoder'),
    ),
    ownedBy(
      'disk',
      'recordings|mail|speech|worker|runtime/file-body\\.ts|api/swagger-ui\\.ts',
      '^(node:)?fs(/promises)?$',
      'What a request carries is written by recordings or mail, or not at all',
    ),
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-development-packages-in-production',
      severity: 'error',
      from: { pathNot: '^(test|bench)/' },
      to: { dependencyTypes: ['npm-dev'], ...typeOnly },
    },
    {
      name: 'only-packages-that-are-named',
      comment: 'A package of a package may vanish with its next version',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
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
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};

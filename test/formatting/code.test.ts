import { group } from './support.ts';

const COMMANDS: readonly (readonly [string, string])[] = [
  ['git checkout dash b feature slash login dash page', 'git checkout -b feature/login-page'],
  ['cd tilde slash projects', 'cd ~/projects'],
  ['cd slash usr slash local slash bin', 'cd /usr/local/bin'],
  ['cd dot dot slash src', 'cd ../src'],
  ['git add dot env', 'git add .env'],
  ['docker run dash it dash p eight thousand eighty colon eighty ubuntu', 'docker run -it -p 8080:80 ubuntu'],
  ['curl localhost colon three thousand slash api slash users', 'curl localhost:3000/api/users'],
];

group(
  'a command line has options, paths and signs in a terminal',
  [
    ...COMMANDS,
    ['Git status.', 'git status'],
    ['git add dot', 'git add .'],
    ['python main dot py dash dash verbose', 'python main.py --verbose'],
    ['ls dash la', 'ls -la'],
    ['tar dash xzf archive dot tar dot gz', 'tar -xzf archive.tar.gz'],
    ['rm dash rf node underscore modules', 'rm -rf node_modules'],
    ['cat file dot txt pipe grep error', 'cat file.txt | grep error'],
    ['dot slash run dot sh', './run.sh'],
    ['find dot dash name star dot log', 'find . -name *.log'],
    ['npm run build ampersand ampersand npm test', 'npm run build && npm test'],
    ['ssh root at sign example dot com', 'ssh root@example.com'],
    ['git commit dash m quote fix the login bug unquote', 'git commit -m "fix the login bug"'],
  ],
  { context: '{"app": "Terminal"}' },
);

group('and wherever else a line begins with a program and has a sign', COMMANDS);

group('prose that names a program is prose', [
  ['git is great for teams and so is slash', 'Git is great for teams and so is slash.'],
  ['docker was down again dash we had to wait', 'Docker was down again – we had to wait.'],
  ['make a dash for the door', 'Make a dash for the door.'],
]);

group(
  'identifiers of several words in an editor',
  [
    ['const camel case get user name equals sign five', 'const getUserName = five'],
    ['snake case max retry count', 'max_retry_count'],
    ['class pascal case order service', 'class OrderService'],
    ['screaming snake case api base url', 'API_BASE_URL'],
    ['kebab case main nav bar', 'main-nav-bar'],
    ['we use snake case names everywhere', 'we use snake case names everywhere'],
  ],
  { context: 'app: VS Code' },
);

group('identifiers of several words in prose', [
  [
    'create a function called camel case get user name that returns a string',
    'Create a function called getUserName that returns a string.',
  ],
  ['the column named snake case created at is empty', 'The column named snake case created at is empty.'],
  ['camel case is better than snake case', 'Camel case is better than snake case.'],
  ['we use snake case names everywhere', 'We use snake case names everywhere.'],
  ['rename it to camel case', 'Rename it to camel case.'],
]);

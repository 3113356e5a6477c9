import { relative } from 'node:path';
import type { Stack } from './stack.ts';

/** The text that is printed once everything runs. The command works when it is pasted. */
export function describeStack({ url, home, credentials, signInLink }: Stack, sample: string, folder: string): string {
  const from = (path: string) => {
    const short = relative(folder, path);
    return short === '' || short.startsWith('..') ? path : short;
  };
  const { temporal_ui: temporalUi, api_key: apiKey } = credentials;
  return [
    '',
    'Sotto is ready. Ctrl-C stops it.',
    '',
    `  Web app         ${signInLink}`,
    '                  (signs you in once, within 15 minutes)',
    `  API             ${url}`,
    `  API reference   ${url}/swagger`,
    ...(temporalUi ? [`  Temporal Web UI ${temporalUi}`] : []),
    `  Credentials     ${from(home.credentials)}`,
    `  Logs            ${from(home.logs)}`,
    '',
    'Try it:',
    '',
    `  curl -sS ${url}/v1/enterprise/dictate -H 'X-API-Key: ${apiKey}' -F source=smart -F 'audio=@${from(sample)}'`,
    '',
  ].join('\n');
}

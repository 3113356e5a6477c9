import { appendFileSync } from 'node:fs';
import { startSmtp } from '../../support/smtp.ts';

/**
 * A mail server as a process of its own, which can be killed. Arguments: port and file. A mail that it has taken stands
 * in the file, a line of JSON each.
 */
const [port = '', file = ''] = process.argv.slice(2);
await startSmtp(Number(port), (mail) => appendFileSync(file, `${JSON.stringify(mail)}\n`));
process.stdout.write('ready\n');

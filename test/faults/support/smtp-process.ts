import { appendFileSync } from 'node:fs';
import { startSmtp } from '../../support/smtp.ts';

/**
 * A mail server as a separate process that can be killed. Arguments: port and file. Each accepted mail is
 * one line of JSON in the file.
 */
const [port = '', file = ''] = process.argv.slice(2);
await startSmtp(Number(port), (mail) => appendFileSync(file, `${JSON.stringify(mail)}\n`));
process.stdout.write('ready\n');

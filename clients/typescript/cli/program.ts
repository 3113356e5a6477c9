import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addDictate } from './commands/dictate.ts';
import { addLogin } from './commands/login.ts';
import { addNotes } from './commands/notes.ts';
import { addRecord } from './commands/record.ts';
import { addWebhooks } from './commands/webhooks.ts';
import type { Io } from './io.ts';

/** The command with all subcommands, and `complete`, which prints shell completion. */
export function createProgram(io: Io): Command {
  const program = new Command('sotto')
    .description('Dictation, notes and webhooks from the command line')
    .version(manifest.version)
    .option('--url <url>', 'URL of the service (SOTTO_URL)')
    .option('--json', 'print JSON, one value per line')
    .showHelpAfterError('Run sotto --help for a list of commands')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) });
  addLogin(program, io);
  addDictate(program, io);
  addRecord(program, io);
  addNotes(program, io);
  addWebhooks(program, io);
  tab(program);
  return program;
}

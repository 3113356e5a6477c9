import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type DictationFields, dictate } from '../../source/dictate.ts';
import { UsageError } from '../exit-codes.ts';
import { readAudio, readInput } from '../input.ts';
import { type Io, print } from '../io.ts';
import { openSession } from '../session.ts';

interface Options {
  readonly source: 'smart' | 'transcription' | 'format';
  readonly language?: string;
  readonly dictionary?: string;
  readonly instructions?: string;
  readonly seconds?: number;
}

/** Reads a number of seconds from an option. */
export function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number of seconds.');
  return value;
}

/** `dictate`: converts audio or text to formatted text. */
export function addDictate(program: Command, io: Io): void {
  program
    .command('dictate')
    .description('convert speech to text; without FILE, record the microphone')
    .argument('[file]', 'audio, or text with --source format; - for standard input')
    .addOption(
      new Option('--source <source>', 'what is done').choices(['smart', 'transcription', 'format']).default('smart'),
    )
    .option('--language <code>', 'language code such as en')
    .option('--dictionary <file>', 'file with names and replacements, one per line')
    .option('--instructions <text>', 'instructions for the style of the text')
    .option('--seconds <number>', 'duration of the recording in seconds', seconds)
    .action(async (file: string | undefined, options: Options, command: Command) => {
      const { sotto, json } = await openSession(command, io, 'apiKey');
      const fields = { ...(await readFields(options)), ...(await readContent(io, file, options)) };
      const result = await dictate(sotto, fields as DictationFields, { signal: io.signal });
      print(io, json, result, result.text);
    });
}

async function readFields({ source, language, dictionary, instructions }: Options) {
  return {
    ...{ source, platform: 'cli' },
    ...(language === undefined ? {} : { language }),
    ...(dictionary === undefined ? {} : { dictionary: await readText(dictionary) }),
    ...(instructions === undefined ? {} : { extra_instructions: instructions }),
  };
}

async function readContent(io: Io, file: string | undefined, { source, seconds: maxSeconds }: Options) {
  if (source !== 'format') return { audio: new Blob([new Uint8Array(await readAudio(io, { file, maxSeconds }))]) };
  if (file === undefined) throw new UsageError('--source format needs a file with text, or - for standard input');
  return { raw_text: file === '-' ? (await readInput(io)).toString('utf8') : await readText(file) };
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${path}: ${error.code}`);
  });
}

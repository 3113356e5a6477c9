import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { readFrames, writeFrame } from '../../../speech/process/frames.ts';
import type { FromProcess, JobOptions, ToProcess } from '../../../speech/process/messages.ts';
import { loadModels, type Models } from '../../../speech/process/models.ts';
import { serve } from '../../../speech/process/serve.ts';
import { SAMPLE } from '../support.ts';

const OPTIONS: JobOptions = {
  separateChannels: false,
  vocabulary: [],
  wantWords: false,
  isUrgent: false,
  detectLanguage: true,
  from: 0,
};

test('serve() ends a job at once when it is cancelled during a piece', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const tell = (message: ToProcess, ...payload: Uint8Array[]) => writeFrame(input, message, payload);
  const models = await loadModels({ transcribes: false, threads: 1 });
  const cancelled: Models = {
    ...models,
    task: {
      ...models.task,
      begin: (options, handlers) =>
        models.task.begin(options, {
          ...handlers,
          onClips: async (piece, samples) => {
            const aborted = once(handlers.signal, 'abort');
            await tell({ type: 'cancel', id: 1 });
            await aborted;
            await handlers.onClips(piece, samples);
          },
        }),
    },
  };
  const served = serve(input, output, cancelled);
  await tell({ type: 'open', id: 1, maxSeconds: 60, byteLength: SAMPLE.length });
  await tell({ type: 'transcribe', id: 1, ...OPTIONS });
  const told: FromProcess[] = [];
  for await (const { message } of readFrames<FromProcess>(output)) {
    if (message.type === 'read') {
      await tell({ type: 'bytes', id: 1 }, SAMPLE.subarray(message.start, message.end));
      continue;
    }
    told.push(message);
    if (message.type !== 'ready' && message.type !== 'alive') break;
  }
  expect(told.at(-1)).toEqual({ type: 'failed', id: 1, code: 'cancelled' });
  input.end();
  await served;
});

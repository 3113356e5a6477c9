import { Presets, SingleBar } from 'cli-progress';
import type { Io } from './io.ts';

/** Shows the progress of an upload. */
export interface Progress {
  show(sentBytes: number): void;
  end(): void;
}

const MEGABYTE = 1_000_000;

/** Shows a progress bar on a terminal, and nothing elsewhere. */
export function createProgress({ stderr }: Pick<Io, 'stderr'>, totalBytes: number): Progress {
  if (!stderr.isTTY) return { show: () => {}, end: () => {} };
  const format = 'Uploading {bar} {percentage} % of {megabytes} MB';
  const bar = new SingleBar({ stream: stderr, format, clearOnComplete: true, hideCursor: true }, Presets.rect);
  bar.start(totalBytes, 0, { megabytes: (totalBytes / MEGABYTE).toFixed(1) });
  return { show: (sentBytes) => bar.update(sentBytes), end: () => bar.stop() };
}

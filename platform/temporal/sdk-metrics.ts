import { createServer } from 'node:net';
import type { PrometheusMetricsExporter } from '@temporalio/worker';

/** The metrics of Temporal's SDK, in Prometheus' text format. */
export interface SdkMetrics {
  /** Serves them to this process; named and counted as Prometheus would have it. */
  readonly exporter: { readonly prometheus: PrometheusMetricsExporter['prometheus'] };
  /** Empty as long as there is nothing to read. */
  read(): Promise<string>;
}

const READ_TIMEOUT_MS = 2_000;
/** Waiting that matters begins at tenths of a second, which the SDK's own buckets do not tell apart. */
const WAITING_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
/** Each API process has a queue of its own, whose name would make new series at every start. */
const OWN_QUEUE = /task_queue="dictation@[^"]*"/g;

/** The SDK can only serve its metrics itself: on a port that is free now, from where the process passes them on. */
export async function openSdkMetrics(): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${await freePort()}`;
  return {
    exporter: {
      prometheus: {
        bindAddress,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
        histogramBucketOverrides: {
          workflow_task_schedule_to_start_latency: WAITING_SECONDS,
          activity_schedule_to_start_latency: WAITING_SECONDS,
        },
      },
    },
    read: async () => {
      try {
        const response = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
        return (await response.text()).replaceAll(OWN_QUEUE, 'task_queue="dictation"');
      } catch {
        return '';
      }
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
